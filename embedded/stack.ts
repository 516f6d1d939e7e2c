import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { allOrNothing } from './all-or-nothing';
import { cacheFolder } from './cache/cache-folder';
import type { ObtainContext } from './cache/entry';
import { type DataFolder, openDataFolder } from './data-folder';
import { EmbeddedFailure } from './failure';
import type { ChildProgram } from './processes/children';
import { freePort, isPortFree } from './processes/free-port';
import { type KeepOptions, type KeptProgram, startKept } from './processes/kept-program';
import { waitUntilReady } from './processes/wait-until-ready';
import { projectRoot } from './project-root';
import { withDatabase } from './mongodb-url';
import { obtainEmbeddingModel } from './models/embedding-model';
import { type Report, reportStart } from './report';
import { type Secrets, readSecrets } from './secrets';
import { type GivenServers, serverTasks } from './server-tasks';
import { setting } from './setting';

const readyTimeoutMs = 60_000;
const answerTimeoutMs = 5_000;
/** Longer than the programs take to drain. */
const stopTimeoutMs = 30_000;
const database = 'sheaf';

/** How a stack is started. */
export interface StackOptions {
  /** Folder of all data, kept between runs. */
  dataFolder: string;
  /** Port of the API on the loopback address; 0 takes a free one. */
  port: number;
  report: Report;
  /** Aborted from outside to give up, and by the stack itself when a part of it fails to start. */
  controller: AbortController;
  /** Called with the opened folder before anything runs in it. */
  prepare?: (folder: string) => void;
}

/** Addresses of a running stack. */
export interface StackAddresses {
  apiUrl: string;
  temporalAddress: string;
  temporalUiUrl: string | undefined;
  mongodbUrl: string;
  elasticsearchUrl: string;
  /** Folder of the local embedding model; undefined where only a hosted model is wanted. */
  embeddingModelFolder: string | undefined;
}

/** A stack that takes requests. */
export interface Stack extends StackAddresses {
  devApiKey: string;
  /** Settles with what happened when a part of it ends by itself. */
  failed: Promise<string>;
  /** Stops everything, the programs first. */
  stop(): Promise<void>;
}

/**
 * Starts the servers that the environment does not name, the API and the worker, and waits until they are
 * ready.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const port = options.port === 0 ? await freePort() : options.port;
  const folder = await openDataFolder(options.dataFolder, options.report);
  const stackFile = path.join(folder.path, 'stack.json');
  const stop = async (): Promise<void> => {
    rmSync(stackFile, { force: true });
    await folder.close();
  };
  try {
    if (!(await isPortFree(port))) {
      throw new EmbeddedFailure(`Port ${port} is taken: end what listens there, or set PORT to another one.`);
    }
    options.prepare?.(folder.path);
    const secrets = readSecrets(folder.path);
    let isUp = false;
    const keep = { report: options.report, mayRestart: () => isUp };
    const { programs, ...addresses } = await startParts({ folder, port, secrets, keep, options });
    isUp = true;
    writeFileSync(`${stackFile}.draft`, JSON.stringify({ pid: process.pid, ...addresses }), { mode: 0o600 });
    renameSync(`${stackFile}.draft`, stackFile);
    const failed = Promise.race([folder.children.firstFailure, ...programs.map((program) => program.failed)]);
    return { ...addresses, devApiKey: secrets.devApiKey, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Everything that the parts of a stack are started from. */
interface PartsToStart {
  folder: DataFolder;
  port: number;
  secrets: Secrets;
  keep: KeepOptions;
  options: StackOptions;
}

async function startParts({
  folder,
  port,
  secrets,
  keep,
  options: { report, controller },
}: PartsToStart): Promise<StackAddresses & { programs: KeptProgram[] }> {
  const { signal } = controller;
  const obtain = { cache: cacheFolder(), report, signal };
  const start = { dataFolder: folder.path, children: folder.children, ports: folder.ports, signal };
  const given = readGivenServers();
  const { modelFolder, ...servers } = await allOrNothing(
    { ...serverTasks(given, obtain, start), modelFolder: () => findModel(obtain) },
    controller,
  );
  const mongodbUrl = given.mongodbUrl ?? withDatabase(servers.mongodbUrl, database);
  const apiUrl = `http://localhost:${port}`;
  const env = {
    DATA_DIR: folder.path,
    PORT: String(port),
    PUBLIC_URL: setting('PUBLIC_URL') ?? apiUrl,
    TEMPORAL_ADDRESS: servers.temporal.address,
    TEMPORAL_UI_URL: servers.temporal.uiUrl,
    MONGODB_URL: mongodbUrl,
    ELASTICSEARCH_URL: servers.elasticsearchUrl,
    EMBEDDING_MODEL_DIR: modelFolder,
    SIGNING_KEY: secrets.signingKey,
    DEV_API_KEY: secrets.devApiKey,
  };
  const programs = await reportStart(report, 'API and worker', async () => {
    const worker = await startKept(folder.children, programOf('worker', env), keep);
    const api = await startKept(folder.children, programOf('api', env), keep);
    await waitUntilReady({ child: api.first, signal, timeoutMs: readyTimeoutMs, probe: () => probe(apiUrl) });
    return [worker, api];
  });
  const { address: temporalAddress, uiUrl: temporalUiUrl } = servers.temporal;
  const { elasticsearchUrl } = servers;
  return {
    programs,
    apiUrl,
    temporalAddress,
    temporalUiUrl,
    mongodbUrl,
    elasticsearchUrl,
    embeddingModelFolder: modelFolder,
  };
}

function programOf(name: 'api' | 'worker', env: Record<string, string | undefined>): ChildProgram {
  const program = path.join(projectRoot, 'dist', 'src', `${name}.js`);
  if (!existsSync(program)) throw new EmbeddedFailure(`${program} is missing: run \`npm run build\`.`);
  const args = ['--enable-source-maps', program];
  return { name, command: process.execPath, args, env, stopTimeoutMs };
}

async function probe(apiUrl: string): Promise<void> {
  const response = await fetch(`${apiUrl}/health/ready`, { signal: AbortSignal.timeout(answerTimeoutMs) });
  const body = await response.text();
  if (!body.includes('"ready"')) throw new Error(`it answers ${response.status} ${body}`);
}

/**
 * The folder that the environment names, else that of the cache; undefined where only a hosted model is
 * wanted.
 */
async function findModel(obtain: ObtainContext): Promise<string | undefined> {
  const given = setting('EMBEDDING_MODEL_DIR');
  if (given !== undefined || setting('EMBEDDING_BASE_URL') !== undefined) return given;
  return obtainEmbeddingModel(obtain);
}

function readGivenServers(): GivenServers {
  const address = setting('TEMPORAL_ADDRESS');
  const mongodbUrl = setting('MONGODB_URL');
  const elasticsearchUrl = setting('ELASTICSEARCH_URL');
  return {
    ...(address !== undefined && { temporal: { address, uiUrl: setting('TEMPORAL_UI_URL') } }),
    ...(mongodbUrl !== undefined && { mongodbUrl }),
    ...(elasticsearchUrl !== undefined && { elasticsearchUrl }),
  };
}
