import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { type Db } from 'mongodb';
import { type Logger } from 'pino';
import { type ActivityDeps } from '../activities';
import { type ApiDeps } from '../api/deps';
import { keepCheck } from '../api/platform/health/kept-check';
import { createBlobStore, openDraftFolder } from './blobs';
import { type Config } from './config';
import { type FinalJob } from './domain/platform/final-job';
import { type TaskQueue } from './domain/platform/task-queues';
import { createJobs } from './jobs';
import { countFinalJob, type Metrics, watchElastic, watchMongo } from './metrics';
import {
  createChat,
  createDescriber,
  createEmbedder,
  createEmbedderChoice,
  createLocalEmbedder,
  createQueryEmbedders,
  createRerankers,
  type Embedder,
  transcriptionEndpoint,
} from './models';
import { neededServer } from './needed-server';
import { createGuardedClient } from './net';
import { createObjectStores } from './object-stores';
import { type OpenResources } from './open-resources';
import { createFileParser, createSpreadsheetParser } from './parsing';
import { createSearchCounter, createWordLists } from './product-search';
import { createQueryEngine, createQueryHistory } from './retrieval';
import { openScratchFolder } from './scratch-folder';
import { readElasticsearchAccess, readTemporalAccess } from './server-access';
import { createLinkCopies } from './services/documents/parse-jobs/link-copies';
import { createAuditLog } from './services/products/audit/log';
import { createSearchState } from './services/products/search/state';
import { createSealer, sealingKeys } from './signing/sealed-text';
import { createStores, ensureIndexes, type Stores } from './stores';
import {
  createDocumentUpkeep,
  createDocumentWrites,
  type DocumentWrites,
} from './stores/documents/document-writes';
import { createSearchIndex, type SearchIndex } from './stores/documents/search-index';
import { endSilentRequests } from './stores/elastic/end-silent-requests';
import { requireWrites } from './stores/elastic/write-blocks';
import { connectMongo } from './stores/mongo/mongo';
import { createPhysicalIndexes, type PhysicalIndexes } from './stores/products/physical-index';
import { openTemporal } from './temporal/open-temporal';
import { openTracedRuns, type TracedRuns, untracedRuns } from './temporal/traced-runs';
import { type Traces } from './traces';
import { watchMissingIndexes } from './watch-missing';

/** What a program reads and reports to. */
interface Surroundings {
  config: Config;
  log: Logger;
  metrics: Metrics;
}

/** The stores of a service, over connections of the caller, who closes them. */
export interface ConnectedStores {
  db: Db;
  stores: Stores;
  search: SearchIndex;
  documentWrites: DocumentWrites;
  physicalIndexes: PhysicalIndexes;
}

/**
 * Makes all stores over a database and a search engine.
 *
 * @param options.refreshInterval see `createSearchIndex`
 */
export function connectStores(
  { db, elasticsearch, metrics }: { db: Db; elasticsearch: ElasticsearchClient; metrics?: Metrics },
  options: { refreshInterval?: string } = {},
): ConnectedStores {
  const search = createSearchIndex(elasticsearch, options);
  const onFinalJob =
    metrics &&
    ((job: FinalJob) => {
      countFinalJob(metrics, job);
    });
  return {
    db,
    stores: createStores(db, onFinalJob),
    search,
    documentWrites: createDocumentWrites({ db, search }),
    physicalIndexes: createPhysicalIndexes(elasticsearch),
  };
}

/** The dependencies of routes that have to be opened, and any that take the place of the usual ones. */
export type OpenedApiParts = Pick<
  ApiDeps,
  'blobs' | 'jobs' | 'linkCopies' | 'objectStores' | 'outbound' | 'parts' | 'traces'
> &
  Partial<ApiDeps>;

/**
 * Makes the dependencies of routes: models, the query engine and what collects in memory, over stores and
 * parts that are open. Closing the resources writes what has collected.
 */
export function makeApiDeps(
  surroundings: Surroundings,
  connected: ConnectedStores,
  opened: OpenedApiParts,
  { keep }: Pick<OpenResources, 'keep'>,
): ApiDeps {
  const { config } = surroundings;
  const { stores, search, documentWrites, physicalIndexes } = connected;
  const embedder = keep(createEmbedder(config), (it) => it.close());
  const { queryEmbedders, ...queries } = makeQueryDeps(surroundings, connected, { embedder }, { keep });
  const deps = {
    ...surroundings,
    stores,
    search,
    documentWrites,
    physicalIndexes,
    queryEmbedders,
    queryEngine: queries.queryEngine,
    history: queries.queryHistory,
    searchCounter: createSearchCounter({ experimentDays: stores.experimentDays, log: surroundings.log }),
    sealer: createSealer(sealingKeys(config)),
    lifecycle: { draining: false },
    monotonicMs: () => performance.now(),
    ...opened,
  };
  keep(deps.history, (it) => it.drain());
  keep(deps.searchCounter, (it) => it.close());
  return {
    ...deps,
    searchState: createSearchState(deps),
    audit: keep(opened.audit ?? createAuditLog(deps), (it) => it.drain()),
  };
}

/**
 * Connects the API to its servers, sets them up, and makes the dependencies of its routes. Search attributes
 * and schedules follow later where Temporal is away.
 */
export async function openApiDeps(
  surroundings: Surroundings,
  traces: Traces,
  { keep }: Pick<OpenResources, 'keep'>,
): Promise<ApiDeps> {
  const { config, log, metrics } = surroundings;
  const mongo = await openMongo('api', surroundings, traces, { keep });
  const { client: traced } = traces.isOn ? await openTracedRuns(traces.recordRun) : untracedRuns;
  const namespace = config.TEMPORAL_NAMESPACE;
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
  const connected = connectStores({ db: mongo.db, elasticsearch, metrics });
  const { stores } = connected;
  const drafts = keep(await openDraftFolder(config, { program: 'api', log }), async (it) => it?.close());
  const blobs = createBlobStore(config, drafts);
  const { outbound, objectStores } = openOutbound(config, { keep });
  const missing = keep(watchMissingIndexes({ db: mongo.db, elasticsearch, metrics, log }), (it) =>
    it.close(),
  );
  const clock = { monotonicMs: () => performance.now() };
  const checkWrites = keepCheck(() => requireWrites(elasticsearch), clock);
  const opened = {
    blobs,
    jobs,
    outbound,
    objectStores,
    linkCopies: keep(createLinkCopies({ blobs, outbound, stores, log }), (it) => it.close()),
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
    ...clock,
  };
  return makeApiDeps(surroundings, connected, opened, { keep });
}

/** The dependencies of activities that have to be opened, and any that take the place of the usual ones. */
export type OpenedActivityParts = Pick<
  ActivityDeps,
  'blobs' | 'jobs' | 'objectStores' | 'outbound' | 'scratchFolder'
> &
  Partial<ActivityDeps>;

/** No caller waits for the texts of a worker. */
const background = { background: true };

/** Makes the dependencies of activities: models, parsers and the query engine, over what is open. */
export function makeActivityDeps(
  surroundings: Surroundings,
  connected: ConnectedStores,
  opened: OpenedActivityParts,
  { keep }: Pick<OpenResources, 'keep'>,
): ActivityDeps {
  const { config, metrics } = surroundings;
  const { db, stores, search, documentWrites, physicalIndexes } = connected;
  const embedder = opened.embedder ?? keep(createEmbedder(config, background), (it) => it.close());
  const { queryEmbedders, queryEngine, queryHistory } = makeQueryDeps(
    surroundings,
    connected,
    { embedder, use: background },
    { keep },
  );
  return {
    ...stores,
    documentWrites,
    documentUpkeep: createDocumentUpkeep({ db, search }),
    physicalIndexes,
    ...makeParsers(config, opened, { keep }),
    describer: createDescriber(config),
    piiModels: opened.piiModels ?? openPiiModels(surroundings, embedder, { keep }),
    transcription: transcriptionEndpoint(config),
    embedder,
    queryEmbedders,
    chooseEmbedder: createEmbedderChoice(config.EMBEDDING_MODEL_DIR, embedder, queryEmbedders),
    queryEngine,
    metrics,
    queryHistory,
    sealer: createSealer(sealingKeys(config)),
    slots: slotsOf(config),
    wordLists: createWordLists(
      { ...stores, blobs: opened.blobs, metrics },
      config.PRODUCT_WORDS_MB * 1024 * 1024,
    ),
    productVectorsMax: config.PRODUCT_VECTORS_MAX,
    productLaterVectorsMax: config.PRODUCT_LATER_VECTORS_MAX,
    productBuildsMax: config.PRODUCT_BUILDS_PER_ORGANIZATION,
    productSettleMsMax: config.PRODUCT_SETTLE_TIMEOUT_MS,
    importEndpoints: config.IMPORT_ENDPOINTS,
    assetUrls: { baseUrl: config.PUBLIC_URL, signingKey: Buffer.from(config.SIGNING_KEY, 'base64') },
    ...opened,
  };
}

/** Connects a worker to its servers, sets them up, and makes the dependencies of its activities. */
export async function openActivityDeps(
  surroundings: Surroundings,
  { traces, traced }: { traces: Traces; traced: TracedRuns },
  { keep }: Pick<OpenResources, 'keep'>,
): Promise<ActivityDeps> {
  const { config, log, metrics } = surroundings;
  const mongo = await openMongo('worker', surroundings, traces, { keep });
  const namespace = config.TEMPORAL_NAMESPACE;
  const access = { ...readTemporalAccess(config), namespace, ...traced.client };
  const jobs = keep(createJobs(access), (it) => it.close());
  await neededServer('TEMPORAL_ADDRESS', jobs.ensureSearchAttributes());
  await jobs.ensureSchedules();

  const elasticsearch = keep(new ElasticsearchClient(readElasticsearchAccess(config)), (it) => it.close());
  watchElastic(elasticsearch, metrics);
  const connected = connectStores({ db: mongo.db, elasticsearch, metrics });
  const scratch = keep(await openScratchFolder(config.DATA_DIR, log), (it) => it.close());
  const drafts = keep(await openDraftFolder(config, { program: 'worker', log }), async (it) => it?.close());
  const opened = {
    blobs: createBlobStore(config, drafts),
    jobs,
    ...openOutbound(config, { keep }),
    scratchFolder: scratch.path,
  };
  return makeActivityDeps(surroundings, connected, opened, { keep });
}

/** Activities that run at once in each queue. */
export function slotsOf(config: Config): Record<TaskQueue, number> {
  return {
    sheaf: config.WORKER_ACTIVITY_SLOTS,
    content: config.WORKER_CONTENT_SLOTS,
    parse: config.WORKER_PARSE_SLOTS,
    'parse-quick': config.WORKER_QUICK_PARSE_SLOTS,
    webhook: config.WORKER_WEBHOOK_SLOTS,
    'webhook-slow': config.WORKER_WEBHOOK_SLOTS,
  };
}

async function openMongo(
  program: 'api' | 'worker',
  { config, metrics }: Surroundings,
  traces: Traces,
  { keep }: Pick<OpenResources, 'keep'>,
) {
  const connecting = connectMongo(config.MONGODB_URL, program, (client) => {
    watchMongo(client, metrics);
    traces.watchMongo(client);
  });
  const mongo = keep(await neededServer('MONGODB_URL', connecting), (it) => it.close());
  await ensureIndexes(mongo.db);
  return mongo;
}

/** Clients of addresses that callers name. */
function openOutbound(config: Config, { keep }: Pick<OpenResources, 'keep'>) {
  const { OUTBOUND_ALLOW_CIDRS: allowCidrs, OBJECT_STORE_ENDPOINTS: endpoints } = config;
  return {
    outbound: keep(createGuardedClient({ allowCidrs }), (it) => it.close()),
    objectStores: keep(createObjectStores({ allowCidrs, endpoints }), (it) => it.close()),
  };
}

/** The query engine and its history, which API and workers share. */
function makeQueryDeps(
  { config, log, metrics }: Surroundings,
  { stores, search }: Pick<ConnectedStores, 'search' | 'stores'>,
  { embedder, use }: { embedder: Embedder; use?: typeof background },
  { keep }: Pick<OpenResources, 'keep'>,
) {
  const rerankers = keep(createRerankers(config), (it) => it.close());
  const queryEmbedders = keep(createQueryEmbedders(config, embedder, use), (it) => it.close());
  return {
    queryEmbedders,
    queryEngine: createQueryEngine({ stores, search, embedders: queryEmbedders, rerankers, log }),
    queryHistory: createQueryHistory({ stores, log, metrics }),
  };
}

/**
 * Models of the engines that find personal data. Their embedder is the local one: the texts are not masked
 * yet.
 */
function openPiiModels(
  { config, log }: Surroundings,
  configured: Embedder,
  { keep }: Pick<OpenResources, 'keep'>,
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

/**
 * The parsers of the queues: threads for small files are apart, so that they need not wait for large ones.
 */
function makeParsers(
  config: Config,
  opened: Partial<Pick<ActivityDeps, 'parser' | 'fileParser' | 'smallFileParser'>>,
  { keep }: Pick<OpenResources, 'keep'>,
): Pick<ActivityDeps, 'parser' | 'fileParser' | 'smallFileParser'> {
  const { WORKER_PARSE_SLOTS: large, WORKER_QUICK_PARSE_SLOTS: quick } = config;
  const files = (threadsMax: number) =>
    keep(createFileParser({ threadsMax, modelFolder: config.EMBEDDING_MODEL_DIR }), (it) => it.close());
  return {
    // Each lane has its threads: it never runs more activities than it has slots.
    parser: opened.parser ?? keep(createSpreadsheetParser({ threadsMax: large + quick }), (it) => it.close()),
    fileParser: opened.fileParser ?? files(large),
    smallFileParser: opened.smallFileParser ?? files(quick),
  };
}

function requireAnswer(answered: boolean): void {
  if (!answered) throw new Error('Elasticsearch does not answer.');
}
