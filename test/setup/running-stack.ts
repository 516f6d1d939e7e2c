import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AzureAccess } from '../../embedded/servers/azurite';
import { freePort } from '../../embedded/processes/free-port';
import { setting } from '../../embedded/setting';
import { type Credentials, createTestAuthority } from '../net/certificates';
import { startDatabase } from './database';
import { embeddingModelFolder } from './embedding-model';
import { startObjectStoreServers } from './object-store-servers';
import { startProgram } from './program-process';
import { foreignIds } from './seen-ids';
import { servers } from './servers';
import { createNamespace } from './temporal';

/** One API and one worker program, which many suites use side by side, each with organizations of its own. */
export interface RunningStack {
  baseUrl: string;
  databaseUrl: string;
  temporalAddress: string;
  temporalNamespace: string;
  /** Of the certificate authority that both programs trust. */
  authority: Credentials;
  azure: AzureAccess;
  /** Where suites leave what they were answered. */
  seenFolder: string;
  /** Environment of both programs. */
  env: Record<string, string>;
}

const variable = 'TEST_STACK';

/** Variables of every stack, whether suites share it or not. */
export async function stackVariables(): Promise<Record<string, string>> {
  return {
    EMBEDDING_MODEL_DIR: await embeddingModelFolder(),
    // A second for every hundred records, which no suite looks at but those that ask for vectors.
    PRODUCT_VECTORS_MAX: '0',
    // Tests ask more at once than a key may.
    RATE_LIMIT_QUERIES_PER_MINUTE: '1000000',
    PUBLIC_URL: 'https://sheaf.example',
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8',
  };
}

/** A stack that this process has started. */
export interface OpenStack {
  /** @throws Error when a suite was answered rows of another suite's organization */
  close(): Promise<void>;
}

/** Starts the stack for all suites of this run, and tells them of it in the environment. */
export async function openRunningStack(): Promise<OpenStack> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-stack-'));
  const [database, temporal, authority, objectStores, port] = await Promise.all([
    startDatabase({ isNew: true }),
    createNamespace(),
    createTestAuthority(),
    startObjectStoreServers(),
    freePort(),
  ]);
  const seenFolder = join(folder, 'seen');
  await mkdir(seenFolder);
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, authority.ca);
  const env = {
    ...(await stackVariables()),
    PORT: String(port),
    RATE_LIMIT_WEBHOOKS_PER_MINUTE: '10000',
    OBJECT_STORE_ENDPOINTS: `azure=${objectStores.azure.endpoint}`,
    // An application is a port that its suite listens on.
    IMPORT_ENDPOINTS: 'algolia=https://127.0.0.1:{app_id}',
    MONGODB_URL: database.url,
    ELASTICSEARCH_URL: servers().elasticsearchUrl,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    SIGNING_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    NODE_EXTRA_CA_CERTS: caFile,
  };
  const programs = await Promise.all([startProgram('worker', env), startProgram('api', env)]);
  const stack: RunningStack = {
    baseUrl: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    temporalAddress: temporal.address,
    temporalNamespace: temporal.namespace,
    authority: authority.credentials,
    azure: objectStores.azure,
    seenFolder,
    env,
  };
  process.env[variable] = JSON.stringify(stack);
  return {
    async close() {
      const foreign = await foreignIds(database.mongo.db, seenFolder);
      await Promise.all(programs.map((program) => program.sigkill()));
      await Promise.all([database.close(), temporal.close(), objectStores.close()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      if (foreign.length > 0) throw new Error(`Suites have seen rows of others:\n${foreign.join('\n')}`);
    },
  };
}

/** The stack that this run has started. @throws Error where the lane of the suite has none */
export function runningStack(): RunningStack {
  const described = setting(variable);
  if (described === undefined)
    throw new Error('No stack runs for this lane: only suites of test/journeys and test/stack share one.');
  return JSON.parse(described) as RunningStack;
}
