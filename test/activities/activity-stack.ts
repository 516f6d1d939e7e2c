import { randomUUID } from 'node:crypto';
import { type Stats } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { type ActivityDeps, createActivities } from '../../activities';
import { createBlobStore } from '../../src/blobs';
import { readConfig } from '../../src/config';
import { type Activities } from '../../src/domain/activities';
import {
  parseBlobs,
  parseHoldKind,
  type DocumentParseOptions,
  type SpreadsheetParseOptions,
} from '../../src/domain/documents/parse-job';
import { type SpreadsheetChunk } from '../../src/domain/documents/spreadsheet-chunk';
import { noMetrics } from '../../src/metrics';
import { createEmbedder } from '../../src/models';
import { createGuardedClient } from '../../src/net';
import { createObjectStores } from '../../src/object-stores';
import { createFileParser, createSpreadsheetParser } from '../../src/parsing';
import { createLog } from '../../src/log';
import { makeActivityDeps, type OpenedActivityParts } from '../../src/open-deps';
import { createOpenResources } from '../../src/open-resources';
import { newId } from '../../src/stores/mongo/new-id';
import { type ParseJobRow } from '../../src/stores/documents/parse-jobs/parse-job-kind';
import { startDatabase, type TestDatabase } from '../setup/database';

/**
 * Activities over a real database, a folder of blobs and the real parser, each call an attempt of its own.
 */
export interface ActivityStack extends TestDatabase {
  deps: ActivityDeps;
  organizationId: string;
  /** Runs one attempt; a number above 1 makes it a retry. */
  run<N extends keyof Activities>(
    name: N,
    input: Parameters<Activities[N]>[0],
    options?: { attempt?: number; deps?: Partial<ActivityDeps>; env?: MockActivityEnvironment },
  ): Promise<Awaited<ReturnType<Activities[N]>>>;
  /** A job that is being processed, holds a place and credits, and has its input stored. */
  processingJob(
    input: Buffer,
    options?: Partial<SpreadsheetParseOptions> | DocumentParseOptions,
  ): Promise<string>;
  row(jobId: string): Promise<ParseJobRow>;
  /** Keys of the job's blobs. */
  blobKeys(jobId: string): Promise<string[]>;
  /** File-system facts of the files whose key, behind the job's prefix, starts so. */
  blobFiles(jobId: string, start: string): Promise<Stats[]>;
  /** The stored result, parsed. */
  result(jobId: string): Promise<{ job_id: string; type: string; chunks: SpreadsheetChunk[] }>;
}

let attempts = 0;

const noTemporal = () => Promise.reject(new Error('no Temporal here'));
const noneStopped = () => Promise.resolve([]);

/** The name by which a row counts the tries of an attempt's activity. */
export const stepOf = ({ context: { info } }: MockActivityEnvironment): string =>
  `${info.workflowExecution!.runId}/${info.activityId}`;

/**
 * An attempt as an activity sees it.
 *
 * @param runId attempts of one activity share it; default one of its own
 */
export function newAttempt(attempt = 1, runId = `run-${++attempts}`): MockActivityEnvironment {
  const workflowExecution = { workflowId: 'test', runId };
  return new MockActivityEnvironment(
    { attempt, workflowExecution },
    { logger: new DefaultLogger('ERROR', () => undefined) },
  );
}

/** Attempts of one activity; many have waited for their turn before the first. */
export function attemptsOfOne(runId: string = randomUUID()): () => MockActivityEnvironment {
  let attempt = 100;
  return () => newAttempt(++attempt, runId);
}

export async function startActivityStack(): Promise<ActivityStack> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-activities-'));
  const database = await startDatabase();
  const { stores } = database;
  const config = readConfig({
    SIGNING_KEY: Buffer.alloc(32, 1).toString('base64'),
    BLOB_FOLDER: join(folder, 'blobs'),
  });
  const blobs = createBlobStore(config);
  const organizationId = await stores.organizations.ensure('acme');
  const resources = createOpenResources();
  const { keep } = resources;
  const embedder = keep(createEmbedder(config), (it) => it.close());
  const fileParser = keep(createFileParser({ threadsMax: 1 }), (it) => it.close());
  const log = createLog('silent', 'test');
  const opened: OpenedActivityParts = {
    blobs,
    outbound: keep(createGuardedClient({ allowCidrs: [] }), (it) => it.close()),
    objectStores: keep(createObjectStores({ allowCidrs: [] }), (it) => it.close()),
    parser: keep(createSpreadsheetParser({ threadsMax: 1 }), (it) => it.close()),
    fileParser,
    smallFileParser: fileParser,
    transcription: null,
    piiModels: {
      chat: null,
      embed: (texts, signal) => embedder.embed(texts, 'document', signal),
      onGivenUp: () => undefined,
    },
    embedder,
    jobs: {
      parse: { start: noTemporal, cancel: noTemporal, describe: noTemporal, stoppedSince: noneStopped },
      indexing: { start: noTemporal, cancel: noTemporal, describe: noTemporal, stoppedSince: noneStopped },
      rollbacks: { start: noTemporal, cancel: noTemporal, describe: noTemporal, stoppedSince: noneStopped },
      evaluations: { start: noTemporal, cancel: noTemporal, describe: noTemporal, stoppedSince: noneStopped },
      syncs: { put: noTemporal, trigger: noTemporal, stoppedSince: noneStopped },
      builds: { start: noTemporal, cancel: noTemporal, describe: noTemporal, stoppedSince: noneStopped },
      deletions: { start: noTemporal, cancel: noTemporal, describe: noTemporal, stoppedSince: noneStopped },
      imports: { start: noTemporal, cancel: noTemporal, describe: noTemporal, stoppedSince: noneStopped },
      vectors: { start: noTemporal },
      writes: { wake: noTemporal, stoppedSince: noneStopped },
      deliveries: { start: noTemporal, resend: noTemporal, wake: noTemporal, stoppedSince: noneStopped },
      recoveries: { start: noTemporal, stoppedSince: noneStopped },
    },
    slots: { sheaf: 8, content: 8, parse: 2, 'parse-quick': 2, webhook: 8, 'webhook-slow': 8 },
    productVectorsMax: 0,
    productLaterVectorsMax: 0,
    productBuildsMax: 1_000,
    productSettleMsMax: 0,
    importEndpoints: {},
    assetUrls: { baseUrl: 'https://sheaf.example', signingKey: Buffer.alloc(32, 1) },
    scratchFolder: folder,
  };
  const deps = makeActivityDeps({ config, log, metrics: noMetrics }, database, opened, resources);

  async function blobKeys(jobId: string): Promise<string[]> {
    const { prefix } = parseBlobs(jobId);
    const found = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
    const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return paths
      .filter((path) => path.includes(prefix) && !path.endsWith('~type'))
      .map((path) => path.slice(path.indexOf(prefix) + prefix.length));
  }

  return {
    ...database,
    deps,
    organizationId,
    run(name, input, { attempt = 1, deps: other = {}, env = newAttempt(attempt) } = {}) {
      const { sheaf, parse, webhook } = createActivities({ ...deps, ...other });
      const activities: Activities = { ...sheaf, ...parse, ...webhook };
      return env.run(activities[name] as never, input as never);
    },
    async processingJob(input, options = {}) {
      const jobId = newId('prs_');
      await stores.capacity.take(parseHoldKind, jobId, 1_000);
      await stores.credits.reserve(organizationId, jobId, 1, { kind: parseHoldKind, holdsMax: 1_000 });
      await stores.parseJobs.insertQueued({
        _id: jobId,
        organizationId,
        environment: 'production',
        input: null,
        filename: 'book.csv',
        byteSize: input.length,
        options:
          options.type === 'document'
            ? options
            : {
                type: 'spreadsheet',
                includeTagsSummary: false,
                includeImages: false,
                includeVerifiedFacts: false,
                includeHiddenSheets: true,
                ...options,
              },
        createdAt: new Date(),
      });
      await stores.parseJobs.claim(jobId);
      const path = join(folder, jobId);
      await writeFile(path, input);
      await blobs.putFile(parseBlobs(jobId).input, path, { contentType: 'text/csv' });
      return jobId;
    },
    row: async (jobId) =>
      (await database.mongo.db.collection<ParseJobRow>('parse_jobs').findOne({ _id: jobId }))!,
    blobKeys,
    async blobFiles(jobId, start) {
      const keys = (await blobKeys(jobId)).filter((key) => key.startsWith(start));
      return Promise.all(keys.map((key) => stat(join(folder, 'blobs', parseBlobs(jobId).prefix, key))));
    },
    async result(jobId) {
      const { result } = (await database.mongo.db
        .collection<ParseJobRow>('parse_jobs')
        .findOne({ _id: jobId }))!;
      const { stream } = await blobs.read(result!.key);
      return JSON.parse((await stream.toArray()).join('')) as never;
    },
    async close() {
      await resources.close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}
