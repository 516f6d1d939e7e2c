import { type Db } from 'mongodb';
import { type OnFinalJob } from '../domain/platform/final-job';
import { apiKeyIndexes, createApiKeyStore } from './platform/api-keys';
import { chunkIndexes, createChunkStore } from './documents/contents/chunks';
import { createCollectionConfirmations } from './documents/contents/collection-confirmations';
import { createCollectionIndexes } from './mongo/collection-indexes';
import { createFilledNamespaces } from './documents/contents/filled-namespaces';
import { collectionIndexes, createCollectionStore } from './documents/contents/collections';
import { createCapacityStore } from './platform/capacity';
import { createCreditStore, creditIndexes } from './platform/credits';
import { createDescriptionStore, descriptionIndexes } from './platform/descriptions';
import { createDocumentStore, documentIndexes } from './documents/contents/documents';
import { createEmbeddingStore, embeddingIndexes } from './platform/embeddings';
import {
  createEvaluationAnswerStore,
  evaluationAnswerIndexes,
} from './documents/evaluations/evaluation-answers';
import { createEvaluationGoldStore } from './documents/evaluations/evaluation-gold';
import { createEvaluationCaseStore, evaluationCaseIndexes } from './documents/evaluations/evaluation-cases';
import { createEvaluationStore, evaluationIndexes } from './documents/evaluations/evaluations';
import { createFigureStore } from './documents/contents/figures';
import { goneDocumentIndexes } from './documents/contents/gone-documents';
import { createIdempotencyStore, idempotencyIndexes } from './platform/idempotency';
import { createIndexJobStore, indexJobIndexes } from './documents/index-jobs/index-jobs';
import { createJobFileStore, jobFileIndexes } from './documents/index-jobs/job-files';
import { createJobRemovalStore, jobRemovalIndexes } from './documents/index-jobs/job-removals';
import { createOrganizationStore, organizationIndexes } from './platform/organizations';
import { createRateLimitStore, rateLimitIndexes } from './platform/rate-limits';
import { createParsingScriptStore, parsingScriptIndexes } from './documents/parsing-scripts';
import { createPageStore, pageIndexes } from './documents/contents/pages';
import { createQueryStore, queryIndexes } from './documents/queries/queries';
import { createQueryBodyStore, queryBodyIndexes } from './documents/queries/query-bodies';
import { createQueryLatencyStore } from './documents/queries/query-latency';
import { createQueryLossStore, queryLossIndexes } from './documents/queries/query-losses';
import { createParseJobStore, parseJobIndexes } from './documents/parse-jobs/parse-jobs';
import { createExperimentDayStore, experimentDayIndexes } from './products/experiment-days';
import { createSearchEventStore, searchEventIndexes } from './products/search-events';
import { auditChainIndexes, createAuditChainStore } from './products/audit/audit-chains';
import { auditEntryIndexes, createAuditEntryStore } from './products/audit/audit-entries';
import { putAssignment } from './products/product-assignments';
import { createIndexSettingsStore } from './products/index-settings';
import { keyedWriteIndexes } from './products/keyed-writes';
import { createLiveWrites } from './products/live-writes';
import { buildPartIndexes, createBuildPartStore } from './products/build-parts';
import { acceptProductJob } from './products/job-acceptance';
import { deleteMatching } from './products/matching-deletions';
import { buildWordIndexes, createBuildWordStore } from './products/build-words';
import { createProductAliasStore, productAliasIndexes } from './products/product-aliases';
import { createProductBuildStore, productBuildIndexes } from './products/product-builds';
import { createProductImportStore, productImportIndexes } from './products/product-imports';
import { createProductIndexStore, productIndexIndexes } from './products/product-indexes';
import { createProductKeyStore, productKeyIndexes } from './products/product-keys';
import { createProductJobStore, productJobIndexes } from './products/product-jobs';
import { clearRecords } from './products/record-clears';
import { recordEntryIndexes } from './products/record-entries';
import { createRecordFolding } from './products/record-folding';
import { createRecordGroupStore } from './products/record-groups';
import { createRecordPages } from './products/record-pages';
import { createStagedUploadStore, stagedUploadIndexes } from './products/staged-uploads';
import { createUploadCommits } from './products/upload-commits';
import { createWriteBurstStore } from './products/write-bursts';
import { createProductWriteContext, type ProductWriteContext } from './products/write-context';
import { createRelationSurroundings } from './documents/contents/relation-surroundings';
import { createRelationStore, relationIndexes } from './documents/contents/relations';
import { createSearchHitStore } from './documents/queries/search-hits';
import { type StartHolds, takeStartHolds } from './platform/start-holds';
import { createSyncTombstoneStore, syncTombstoneIndexes } from './documents/contents/sync-tombstones';
import { createSyncObjectStore, syncObjectIndexes } from './documents/syncs/sync-objects';
import { createSyncStore, syncIndexes } from './documents/syncs/syncs';
import { namespaceIndexes } from './documents/contents/namespaces';
import { sharedIndexIndexes } from './documents/contents/shared-indexes';
import { tombstoneIndexes } from './documents/contents/tombstones';
import { createUploadStore, uploadIndexes } from './platform/uploads';
import { createWebhookAttemptStore, webhookAttemptIndexes } from './platform/webhooks/webhook-attempts';
import { createWebhookEndpointStore, webhookEndpointIndexes } from './platform/webhooks/webhook-endpoints';
import { createWebhookEventStore, webhookEventIndexes } from './platform/webhooks/webhook-events';
import { createWebhookDeliveryStore, webhookDeliveryIndexes } from './platform/webhooks/webhook-deliveries';
import { createWebhookRecoveryStore, webhookRecoveryIndexes } from './platform/webhooks/webhook-recoveries';

/**
 * Creates every store, over one database.
 *
 * @param onFinalJob receives the jobs that these stores end
 */
export function createStores(db: Db, onFinalJob: OnFinalJob = () => undefined) {
  const capacity = createCapacityStore(db);
  const credits = createCreditStore(db);
  const productWrites = createProductWriteContext(db);
  const bind =
    <I extends unknown[], R>(write: (ctx: ProductWriteContext, ...input: I) => R) =>
    (...input: I): R =>
      write(productWrites, ...input);
  const jobRowsDeps = { credits, capacity, onFinalJob };
  return {
    apiKeys: createApiKeyStore(db),
    capacity,
    chunks: createChunkStore(db),
    collections: createCollectionStore(db),
    filledNamespaces: createFilledNamespaces(db),
    collectionConfirmations: createCollectionConfirmations(db),
    credits,
    descriptions: createDescriptionStore(db),
    documents: createDocumentStore(db),
    embeddings: createEmbeddingStore(db),
    evaluationAnswers: createEvaluationAnswerStore(db),
    evaluationGold: createEvaluationGoldStore(db),
    evaluationCases: createEvaluationCaseStore(db),
    evaluations: createEvaluationStore(db, jobRowsDeps),
    figures: createFigureStore(db),
    pages: createPageStore(db),
    relations: createRelationStore(db),
    relationSurroundings: createRelationSurroundings(db),
    parseJobs: createParseJobStore(db, jobRowsDeps),
    idempotency: createIdempotencyStore(db),
    indexJobs: createIndexJobStore(db, jobRowsDeps),
    syncTombstones: createSyncTombstoneStore(db),
    jobFiles: createJobFileStore(db),
    jobRemovals: createJobRemovalStore(db),
    organizations: createOrganizationStore(db),
    syncs: createSyncStore(db),
    syncObjects: createSyncObjectStore(db),
    takeStartHolds: (wanted: StartHolds) => takeStartHolds({ db, capacity, credits }, wanted),
    searchHits: createSearchHitStore(db),
    queries: createQueryStore(db),
    queryBodies: createQueryBodyStore(db),
    queryLatency: createQueryLatencyStore(db),
    queryLosses: createQueryLossStore(db),
    parsingScripts: createParsingScriptStore(db),
    experimentDays: createExperimentDayStore(db),
    searchEvents: createSearchEventStore(db),
    acceptProductJob: bind(acceptProductJob),
    auditChains: createAuditChainStore(db),
    auditEntries: createAuditEntryStore(db),
    fieldClaims: productWrites.fieldClaims,
    indexSettings: createIndexSettingsStore(db),
    productAliases: createProductAliasStore(db),
    putAssignment: bind(putAssignment),
    productBuildParts: createBuildPartStore(db),
    buildWords: createBuildWordStore(productWrites),
    productBuilds: createProductBuildStore(db),
    productImports: createProductImportStore(db),
    productIndexes: createProductIndexStore(db),
    productJobs: createProductJobStore(db, jobRowsDeps),
    productKeys: createProductKeyStore(db),
    recordEntries: productWrites.entries,
    recordGroups: createRecordGroupStore(db),
    recordPages: createRecordPages(db),
    recordFolding: createRecordFolding(db),
    stagedUploads: createStagedUploadStore(db),
    commitUpload: createUploadCommits(productWrites),
    writeLive: createLiveWrites(productWrites),
    clearRecords: bind(clearRecords),
    deleteMatching: bind(deleteMatching),
    writeBursts: createWriteBurstStore(db, jobRowsDeps),
    rateLimits: createRateLimitStore(db),
    uploads: createUploadStore(db),
    webhookAttempts: createWebhookAttemptStore(db),
    webhookEndpoints: createWebhookEndpointStore(db),
    webhookDeliveries: createWebhookDeliveryStore(db),
    webhookRecoveries: createWebhookRecoveryStore(db),
    webhookEvents: createWebhookEventStore(db),
    /** Throws unless MongoDB answers as a primary now. */
    async check(): Promise<void> {
      await db.command({ ping: 1 });
    },
  };
}

export type Stores = ReturnType<typeof createStores>;

/** Creates missing indexes; each store declares its own. */
export async function ensureIndexes(db: Db): Promise<void> {
  await createCollectionIndexes(db, [
    apiKeyIndexes,
    auditChainIndexes,
    auditEntryIndexes,
    chunkIndexes,
    collectionIndexes,
    creditIndexes,
    descriptionIndexes,
    documentIndexes,
    embeddingIndexes,
    evaluationAnswerIndexes,
    evaluationIndexes,
    evaluationCaseIndexes,
    goneDocumentIndexes,
    idempotencyIndexes,
    indexJobIndexes,
    jobFileIndexes,
    jobRemovalIndexes,
    namespaceIndexes,
    organizationIndexes,
    pageIndexes,
    parseJobIndexes,
    parsingScriptIndexes,
    buildPartIndexes,
    buildWordIndexes,
    experimentDayIndexes,
    searchEventIndexes,
    keyedWriteIndexes,
    productAliasIndexes,
    productBuildIndexes,
    productImportIndexes,
    productIndexIndexes,
    productJobIndexes,
    productKeyIndexes,
    recordEntryIndexes,
    stagedUploadIndexes,
    queryIndexes,
    queryBodyIndexes,
    queryLossIndexes,
    rateLimitIndexes,
    relationIndexes,
    sharedIndexIndexes,
    syncTombstoneIndexes,
    syncIndexes,
    syncObjectIndexes,
    tombstoneIndexes,
    uploadIndexes,
    webhookAttemptIndexes,
    webhookEndpointIndexes,
    webhookEventIndexes,
    webhookDeliveryIndexes,
    webhookRecoveryIndexes,
  ]);
}
