import { parseArgs } from 'node:util';
import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { DefaultLogger, NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import { type Logger } from 'pino';
import { type ActivityDeps, createActivities } from '../activities';
import { createBlobStore, openDraftFolder } from './blobs';
import { Refusal } from './refusal';
import { type Config, readConfig, requireEmbeddingModel } from './config';
import { type TaskQueue, WORKER_QUEUES, type WorkerQueue } from './domain/platform/task-queues';
import { createJobs } from './jobs';
import { createLog } from './log';
import { createFinalJobs, type Metrics, openMetrics, watchElastic, watchMongo } from './metrics';
import {
  createChat,
  createDescriber,
  createEmbedder,
  createLocalEmbedder,
  createQueryEmbedders,
  createRerankers,
  createTranscriber,
  type Embedder,
} from './models';
import { createGuardedClient } from './net';
import { createObjectStores } from './object-stores';
import { neededServer } from './needed-server';
import { createOpenResources, type OpenResources } from './open-resources';
import { createFileParser, createSpreadsheetParser } from './parsing';
import { createQueryEngine, createQueryHistory } from './retrieval';
import { logFailure, runProgram } from './run-program';
import { openScratchFolder } from './scratch-folder';
import { readElasticsearchAccess, readTemporalAccess } from './server-access';
import { createSealer, sealingKeys } from './signing/sealed-text';
import { createStores, ensureIndexes } from './stores';
import { connectMongo } from './stores/mongo/mongo';
import { createDocumentUpkeep, createDocumentWrites } from './stores/documents/document-writes';
import { createPhysicalIndexes } from './stores/products/physical-index';
import { createSearchIndex } from './stores/documents/search-index';
import { openTracedRuns, type TracedRuns, untracedRuns } from './temporal/traced-runs';
import { workflowCode } from './temporal/workflow-code';
import { openTraces, type Traces } from './traces';

/** Longest delay of a heartbeat; the answer to it carries cancellations. */
const heartbeatThrottleMs = 500;
/** Time after draining until the worker stops; Temporal then gives the work to another worker. */
const forcedStopMs = 5_000;
/** Threads of a worker have low priority, since no caller waits for them. */
const background = { background: true };

/**
 * The worker program: `worker [--queues sheaf,parse]`, all queues by default. Runs until SIGTERM or SIGINT,
 * then lets activities finish for `DRAIN_TIMEOUT_MS`. Temporal gives the remaining ones to another worker.
 */
async function main(config: Config, queues: readonly TaskQueue[], log: Logger): Promise<void> {
  const resources = createOpenResources();
  let workers: Worker[] = [];
  const isReady = (): boolean =>
    workers.length > 0 && workers.every((worker) => worker.getState() === 'RUNNING');
  try {
    const { WORKER_METRICS_PORT: port, METRICS_HOST: host, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
    const { traces } = resources.keep(await openTraces({ endpoint, program: 'worker', log }), (it) =>
      it.close(),
    );
    const traced = traces.isOn ? await openTracedRuns(traces.noteRun) : untracedRuns;
    const opened = resources.keep(
      await openMetrics({ port, host, variable: 'WORKER_METRICS_PORT', isReady }),
      (it) => it.close(),
    );
    const watched = { metrics: opened.metrics, traces, traced };
    const activities = await openActivities(config, log, watched, resources);
    const native = resources.keep(await NativeConnection.connect(readTemporalAccess(config)), (it) =>
      it.close(),
    );
    workers = await Promise.all(
      queues.map((queue) => createWorker(queue, config, native, { activities: activities[queue], traced })),
    );
    log.info({ queues, metricsPort: opened.port }, 'worker ready');
    await Promise.all(workers.map((worker) => worker.run()));
    log.info('worker stopped');
  } finally {
    await resources.close();
  }
}

/** Connects to the stores, Temporal and models, sets them up, and returns the activities of all queues. */
async function openActivities(
  config: Config,
  log: Logger,
  { metrics, traces, traced }: { metrics: Metrics; traces: Traces; traced: TracedRuns },
  { keep }: OpenResources,
): Promise<ReturnType<typeof createActivities>> {
  const connecting = connectMongo(config.MONGODB_URL, 'worker', (client) => {
    watchMongo(client, metrics);
    traces.watchMongo(client);
  });
  const mongo = keep(await neededServer('MONGODB_URL', connecting), (it) => it.close());
  await ensureIndexes(mongo.db);
  const namespace = config.TEMPORAL_NAMESPACE;
  const access = { ...readTemporalAccess(config), namespace, ...traced.client };
  const jobs = keep(createJobs(access), (it) => it.close());
  await neededServer('TEMPORAL_ADDRESS', jobs.ensureSearchAttributes());
  await jobs.ensureSchedules();

  const elasticsearch = keep(new ElasticsearchClient(readElasticsearchAccess(config)), (it) => it.close());
  watchElastic(elasticsearch, metrics);
  const search = createSearchIndex(elasticsearch);
  const scratch = keep(await openScratchFolder(config.DATA_DIR, log), (it) => it.close());
  const drafts = keep(await openDraftFolder(config, { program: 'worker', log }), async (it) => it?.close());
  const stores = createStores(mongo.db, createFinalJobs(metrics));
  const embedder = keep(createEmbedder(config, background), (it) => it.close());
  const embedders = keep(createQueryEmbedders(config, embedder, background), (it) => it.close());
  const rerankers = keep(createRerankers(config), (it) => it.close());
  return createActivities({
    ...stores,
    documentWrites: createDocumentWrites({ db: mongo.db, search }),
    documentUpkeep: createDocumentUpkeep({ db: mongo.db, search }),
    physicalIndexes: createPhysicalIndexes(elasticsearch),
    blobs: createBlobStore(config, drafts),
    outbound: keep(createGuardedClient({ allowCidrs: config.OUTBOUND_ALLOW_CIDRS }), (it) => it.close()),
    ...openParsers(config, keep),
    describer: createDescriber(config),
    piiModels: openPiiModels(config, { embedder, log }, keep),
    transcriber: createTranscriber(config),
    embedder,
    objectStores: keep(
      createObjectStores({
        allowCidrs: config.OUTBOUND_ALLOW_CIDRS,
        endpoints: config.OBJECT_STORE_ENDPOINTS,
      }),
      (it) => it.close(),
    ),
    queryEngine: createQueryEngine({ stores, search, embedders, rerankers, log }),
    metrics,
    queryHistory: createQueryHistory({ stores, log, metrics }),
    sealer: createSealer(sealingKeys(config)),
    jobs,
    slots: slotsOf(config),
    productVectorsMax: config.PRODUCT_VECTORS_MAX,
    productBuildsMax: config.PRODUCT_BUILDS_PER_ORGANIZATION,
    productSettleMsMax: config.PRODUCT_SETTLE_TIMEOUT_MS,
    importEndpoints: config.IMPORT_ENDPOINTS,
    assetUrls: { baseUrl: config.PUBLIC_URL, signingKey: Buffer.from(config.SIGNING_KEY, 'base64') },
    scratchFolder: scratch.path,
  });
}

/**
 * Models of the engines that find personal data. Their embedder is the local one, since the texts are not
 * masked yet.
 */
function openPiiModels(
  config: Config,
  { embedder: configured, log }: { embedder: Embedder; log: Logger },
  keep: OpenResources['keep'],
): ActivityDeps['piiModels'] {
  const isLocal = config.EMBEDDING_BASE_URL === undefined;
  const embedder = isLocal ? configured : keep(createLocalEmbedder(config, background), (it) => it.close());
  return {
    chat: createChat(config),
    embed: (texts, signal) => embedder.embed(texts, 'document', signal),
    onGivenUp: (failure) => {
      log.warn(failure, 'an engine of masking was given up for a file');
    },
  };
}

/** Concurrent activities of each queue. */
function slotsOf(config: Config): Record<TaskQueue, number> {
  return {
    sheaf: config.WORKER_ACTIVITY_SLOTS,
    content: config.WORKER_CONTENT_SLOTS,
    parse: config.WORKER_PARSE_SLOTS,
    'parse-quick': config.WORKER_QUICK_PARSE_SLOTS,
    webhook: config.WORKER_WEBHOOK_SLOTS,
    'webhook-slow': config.WORKER_WEBHOOK_SLOTS,
  };
}

/**
 * The parsers of the queues: small files have threads of their own, so that they do not wait for large ones.
 */
function openParsers(
  config: Config,
  keep: OpenResources['keep'],
): Pick<ActivityDeps, 'parser' | 'fileParser' | 'smallFileParser'> {
  const { WORKER_PARSE_SLOTS: large, WORKER_QUICK_PARSE_SLOTS: quick } = config;
  const files = (threadsMax: number) =>
    keep(createFileParser({ threadsMax, modelFolder: config.EMBEDDING_MODEL_DIR }), (it) => it.close());
  return {
    // A thread for each slot of a lane: a lane never runs more activities than it has slots.
    parser: keep(createSpreadsheetParser({ threadsMax: large + quick }), (it) => it.close()),
    fileParser: files(large),
    smallFileParser: files(quick),
  };
}

function createWorker(
  queue: TaskQueue,
  config: Config,
  connection: NativeConnection,
  { activities, traced }: { activities: object; traced: TracedRuns },
): Promise<Worker> {
  const { code, interceptors: workflowModules } = workflowCode();
  const { sinks, activity } = traced.worker;
  const hasWorkflows = queue === 'sheaf';
  return Worker.create({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue: queue,
    activities,
    ...(hasWorkflows ? { ...code, sinks } : {}),
    interceptors: { activity, ...(hasWorkflows ? { workflowModules } : {}) },
    ...deploymentOf(config),
    maxConcurrentActivityTaskExecutions: slotsOf(config)[queue],
    maxConcurrentWorkflowTaskExecutions: config.WORKER_WORKFLOW_SLOTS,
    maxCachedWorkflows: config.WORKER_CACHED_WORKFLOWS,
    maxHeartbeatThrottleInterval: heartbeatThrottleMs,
    defaultHeartbeatThrottleInterval: heartbeatThrottleMs,
    shutdownGraceTime: config.DRAIN_TIMEOUT_MS,
    shutdownForceTime: config.DRAIN_TIMEOUT_MS + forcedStopMs,
  });
}

/**
 * The version of the worker for Temporal's routing, if it has one. Runs move to the current build unless
 * their workflow is pinned (`workflows/versioning.ts`).
 */
function deploymentOf(config: Config): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  const { TEMPORAL_DEPLOYMENT_NAME: deploymentName, TEMPORAL_WORKER_BUILD_ID: buildId } = config;
  if (deploymentName === undefined || buildId === undefined) return {};
  return {
    workerDeploymentOptions: {
      version: { deploymentName, buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
  };
}

/**
 * Sends logs of Temporal's core and of workflows to the log of the program, and opens the port of the SDK's
 * metrics if configured.
 */
function installRuntime(log: Logger, { METRICS_HOST: host, TEMPORAL_METRICS_PORT: port }: Config): void {
  const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;
  Runtime.install({
    logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
      // The logger serialises an error only under the name `err`.
      const { error: err, ...facts }: Record<string, unknown> = meta ?? {};
      log[levels[level]](err === undefined ? facts : { ...facts, err }, message);
    }),
    ...(port === undefined ? {} : { telemetryOptions: { metrics: { prometheus: sdkMetrics(host, port) } } }),
  });
}

/** Metrics of the SDK in base units of Prometheus. */
function sdkMetrics(host: string, port: number) {
  const bindAddress = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  return { bindAddress, countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true };
}

function readQueues(args: string[]): TaskQueue[] {
  const names = Object.keys(WORKER_QUEUES) as WorkerQueue[];
  const { values } = parseArgs({
    args,
    options: { queues: { type: 'string', default: names.join(',') } },
  });
  const named = values.queues.split(',');
  const known = names.filter((name) => named.includes(name));
  if (known.length !== named.length) throw new Refusal(`--queues takes a comma list of ${names.join(', ')}`);
  return known.flatMap((name) => WORKER_QUEUES[name]);
}

function run(): void {
  const config = readConfig();
  requireEmbeddingModel(config);
  const queues = readQueues(process.argv.slice(2));
  const log = createLog(config.LOG_LEVEL, 'worker');
  installRuntime(log, config);
  main(config, queues, log).catch((error: unknown) => {
    logFailure(log, 'worker', error);
    process.exitCode = 1;
  });
}

runProgram(run);
