import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { type Db } from 'mongodb';
import { type Logger } from 'pino';
import { createApp } from '../api/app';
import { type ApiDeps } from '../api/deps';
import { createAuditLog } from './services/products/audit/log';
import { createLinkCopies } from './services/documents/parse-jobs/link-copies';
import { keepCheck } from '../api/platform/health/kept-check';
import { familyOfPath } from '../api/routes';
import { startServer } from '../api/http/server';
import { createBlobStore, openDraftFolder } from './blobs';
import { type Config, readConfig, requireEmbeddingModel } from './config';
import { PERMISSIONS } from './domain/documents/permissions';
import { createJobs } from './jobs';
import { createLog } from './log';
import { createFinalJobs, openMetrics, type Metrics, watchElastic, watchMongo } from './metrics';
import { createEmbedder, createQueryEmbedders, createRerankers } from './models';
import { createGuardedClient } from './net';
import { createObjectStores } from './object-stores';
import { neededServer } from './needed-server';
import { createMissingWatch } from './stores/elastic/missing-watch';
import { createOpenResources, type OpenResources } from './open-resources';
import { createSearchCounter } from './product-search';
import { createSearchState } from './services/products/search/state';
import { createQueryEngine, createQueryHistory } from './retrieval';
import { logFailure, runProgram } from './run-program';
import { readElasticsearchAccess, readTemporalAccess } from './server-access';
import { createSealer, sealingKeys } from './signing/sealed-text';
import { createStores, ensureIndexes, type Stores } from './stores';
import { openTemporal } from './temporal/open-temporal';
import { openTracedRuns, untracedRuns } from './temporal/traced-runs';
import { openTraces, type Traces } from './traces';
import { connectMongo } from './stores/mongo/mongo';
import { createDocumentWrites, findMissingIndexes } from './stores/documents/document-writes';
import { findMissingBuilds } from './stores/products/missing-builds';
import { createPhysicalIndexes } from './stores/products/physical-index';
import { createSearchIndex } from './stores/documents/search-index';
import { requireWrites } from './stores/elastic/write-blocks';
import { endSilentRequests } from './stores/elastic/end-silent-requests';

/**
 * The API program. It listens once indexes, the development key, search attributes and schedules exist (the
 * last two later if Temporal is away). It runs until SIGTERM or SIGINT, then stops accepting connections,
 * lets requests finish for `DRAIN_TIMEOUT_MS` and exits with code 0.
 */
async function main(config: Config, log: Logger): Promise<void> {
  const resources = createOpenResources();
  try {
    const { METRICS_PORT, METRICS_HOST: host, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
    const { traces } = resources.keep(await openTraces({ endpoint, program: 'api', log }), (it) =>
      it.close(),
    );
    const opened = resources.keep(await openMetrics({ port: METRICS_PORT, host }), (it) => it.close());
    const deps = await openDeps(config, log, { metrics: opened.metrics, traces }, resources);
    const app = createApp(deps);
    const stopped = stopSignal();
    const server = await startServer(app, config, deps.lifecycle, familyOfPath(null));
    log.info({ port: server.port, url: config.PUBLIC_URL, metricsPort: opened.port }, 'api ready');
    log.info({ signal: await stopped }, 'api stopping');
    await server.drain();
    log.info('api stopped');
  } finally {
    await resources.close();
  }
}

/** Connects to the stores, Temporal and models, sets them up, and returns the dependencies of all routes. */
async function openDeps(
  config: Config,
  log: Logger,
  { metrics, traces }: { metrics: Metrics; traces: Traces },
  { keep }: OpenResources,
): Promise<ApiDeps> {
  const connecting = connectMongo(config.MONGODB_URL, 'api', (client) => {
    watchMongo(client, metrics);
    traces.watchMongo(client);
  });
  const mongo = keep(await neededServer('MONGODB_URL', connecting), (it) => it.close());
  await ensureIndexes(mongo.db);
  const stores = createStores(mongo.db, createFinalJobs(metrics));
  await ensureDevelopmentKey(stores, config);

  const namespace = config.TEMPORAL_NAMESPACE;
  const { client: traced } = traces.isOn ? await openTracedRuns(traces.noteRun) : untracedRuns;
  const silentAfterMs = config.SILENT_SERVER_MS;
  const access = { ...readTemporalAccess(config), namespace, silentAfterMs, ...traced };
  const jobs = keep(createJobs(access), (it) => it.close());
  const temporal = keep(await openTemporal(jobs, access, log), (it) => it.close());

  const searchAccess = readElasticsearchAccess(config);
  // Each node is tried once, so that a request fails soon when no node answers.
  const maxRetries = searchAccess.nodes.length - 1;
  const elasticsearch = keep(new ElasticsearchClient({ ...searchAccess, maxRetries }), (it) => it.close());
  watchElastic(elasticsearch, metrics);
  endSilentRequests(elasticsearch, silentAfterMs);
  const search = createSearchIndex(elasticsearch);
  const documentWrites = createDocumentWrites({ db: mongo.db, search });
  const history = keep(createQueryHistory({ stores, log, metrics }), (it) => it.drain());
  const searchCounter = keep(createSearchCounter({ experimentDays: stores.experimentDays, log }), (it) =>
    it.close(),
  );
  const embedder = keep(createEmbedder(config), (it) => it.close());
  const rerankers = keep(createRerankers(config), (it) => it.close());
  const embedders = keep(createQueryEmbedders(config, embedder), (it) => it.close());
  const queryEngine = createQueryEngine({ stores, search, embedders, rerankers, log });
  const outbound = keep(createGuardedClient({ allowCidrs: config.OUTBOUND_ALLOW_CIDRS }), (it) => it.close());
  const drafts = keep(await openDraftFolder(config, { program: 'api', log }), async (it) => it?.close());
  const blobs = createBlobStore(config, drafts);
  const missing = keep(watchMissing({ db: mongo.db, elasticsearch, metrics, log }), (it) => it.close());
  const sealer = createSealer(sealingKeys(config));
  const clock = { monotonicMs: () => performance.now() };
  const checkWrites = keepCheck(() => requireWrites(elasticsearch), clock);
  return {
    config,
    stores,
    search,
    documentWrites,
    physicalIndexes: createPhysicalIndexes(elasticsearch),
    history,
    queryEngine,
    queryEmbedders: embedders,
    searchCounter,
    searchState: createSearchState({ config, queryEmbedders: embedders }),
    blobs,
    jobs,
    outbound,
    objectStores: keep(
      createObjectStores({
        allowCidrs: config.OUTBOUND_ALLOW_CIDRS,
        endpoints: config.OBJECT_STORE_ENDPOINTS,
      }),
      (it) => it.close(),
    ),
    linkCopies: keep(createLinkCopies({ blobs, outbound, stores, log }), (it) => it.close()),
    sealer,
    audit: keep(createAuditLog({ stores, sealer, log }), (it) => it.drain()),
    log,
    metrics,
    traces,
    parts: [
      { name: 'mongodb', isVital: true, check: () => stores.check() },
      {
        name: 'elasticsearch',
        async check(signal: AbortSignal) {
          requireAnswer(await elasticsearch.ping({}, { signal }));
          await checkWrites();
        },
      },
      { name: 'search_indexes', check: () => missing.check() },
      { name: 'temporal', check: () => temporal.check() },
      { name: 'blobs', check: keepCheck(() => blobs.check(), clock) },
    ],
    lifecycle: { draining: false },
    ...clock,
  };
}

/** Interval of updates of the metric when readiness is not probed. */
const missingIntervalMs = 60_000;

/** Watches for indexes that the search engine has lost. */
function watchMissing(given: { db: Db; elasticsearch: ElasticsearchClient; metrics: Metrics; log: Logger }) {
  const { db, elasticsearch, metrics, log } = given;
  const watch = createMissingWatch(
    async () => ({
      documents: (await findMissingIndexes(db, elasticsearch)).length,
      products: (await findMissingBuilds(db, elasticsearch)).length,
    }),
    { monotonicMs: () => performance.now() },
  );
  metrics.gauge('missingIndexes', () =>
    Object.entries(watch.last() ?? {}).map(([product, value]) => ({
      labels: { product },
      value: Number(value),
    })),
  );
  const timer = setInterval(() => {
    watch.counts().catch((err: unknown) => {
      log.warn({ err }, 'missing indexes could not be counted');
    });
  }, missingIntervalMs);
  return {
    ...watch,
    close: () => {
      clearInterval(timer);
      return Promise.resolve();
    },
  };
}

/** The development key has all permissions. */
const developmentPermissions = [...PERMISSIONS, 'products-admin'];

async function ensureDevelopmentKey({ apiKeys, organizations }: Stores, config: Config): Promise<void> {
  if (config.DEV_API_KEY === undefined) return;
  const organizationId = await organizations.ensure('dev');
  await apiKeys.ensure(
    config.DEV_API_KEY,
    { organizationId, environment: 'development' },
    developmentPermissions,
  );
}

function requireAnswer(answered: boolean): void {
  if (!answered) throw new Error('Elasticsearch does not answer.');
}

function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}

function run(): void {
  const config = readConfig();
  requireEmbeddingModel(config);
  const log = createLog(config.LOG_LEVEL, 'api');
  main(config, log).catch((error: unknown) => {
    logFailure(log, 'api', error);
    process.exitCode = 1;
  });
}

runProgram(run);
