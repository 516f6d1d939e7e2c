import { type Db } from 'mongodb';
import { apiKeyIndexes, createApiKeyStore } from './api-keys';
import { chunkIndexes, createChunkStore } from './chunks';
import { createCollectionConfirmations } from './collection-confirmations';
import { createCollectionIndexes } from './collection-indexes';
import { collectionIndexes, createCollectionStore } from './collections';
import { createCapacityStore } from './capacity';
import { createCreditStore, creditIndexes } from './credits';
import { createDescriptionStore, descriptionIndexes } from './descriptions';
import { createDocumentStore, documentIndexes } from './documents';
import { createEmbeddingStore, embeddingIndexes } from './embeddings';
import { createEvaluationAnswerStore, evaluationAnswerIndexes } from './evaluation-answers';
import { createEvaluationGoldStore } from './evaluation-gold';
import { createEvaluationItemStore, evaluationItemIndexes } from './evaluation-items';
import { createEvaluationStore, evaluationIndexes } from './evaluations';
import { createFigureStore } from './figures';
import { goneDocumentIndexes } from './gone-documents';
import { createIdempotencyStore, idempotencyIndexes } from './idempotency';
import { createIndexJobStore, indexJobIndexes } from './index-jobs';
import { createJobFileStore, jobFileIndexes } from './job-files';
import { createOrganizationStore, organizationIndexes } from './organizations';
import { createRateLimitStore, rateLimitIndexes } from './rate-limits';
import { createParsingScriptStore, parsingScriptIndexes } from './parsing-scripts';
import { createPageStore, pageIndexes } from './pages';
import { createQueryStore, queryIndexes } from './queries';
import { createQueryBodyStore, queryBodyIndexes } from './query-bodies';
import { createQueryLatencyStore } from './query-latency';
import { createQueryLossStore, queryLossIndexes } from './query-losses';
import { createParseJobEndings } from './parse-job-endings';
import { createParseJobStore, parseJobIndexes } from './parse-jobs';
import { createRelationSurroundings } from './relation-surroundings';
import { createRelationStore, relationIndexes } from './relations';
import { createSearchHitStore } from './search-hits';
import { createStartHolds } from './start-holds';
import { tombstoneIndexes } from './tombstones';
import { createUploadStore, uploadIndexes } from './uploads';
import { createWebhookAttemptStore, webhookAttemptIndexes } from './webhook-attempts';
import { createWebhookEndpointRemoval } from './webhook-endpoint-removal';
import { createWebhookEndpointStore, webhookEndpointIndexes } from './webhook-endpoints';
import { createWebhookEventStore, webhookEventIndexes } from './webhook-events';
import { createWebhookMessageStore, webhookMessageIndexes } from './webhook-messages';
import { createWebhookRecoveryStore, webhookRecoveryIndexes } from './webhook-recoveries';

export { connectMongo, isStoreUnavailable, type Mongo } from './mongo';

/** Every store, over one database. */
export function createStores(db: Db) {
  const capacity = createCapacityStore(db);
  const credits = createCreditStore(db);
  const parseJobs = createParseJobStore(db);
  const webhooks = {
    webhookAttempts: createWebhookAttemptStore(db),
    webhookEndpoints: createWebhookEndpointStore(db),
    webhookMessages: createWebhookMessageStore(db),
    webhookRecoveries: createWebhookRecoveryStore(db),
  };
  return {
    apiKeys: createApiKeyStore(db),
    capacity,
    chunks: createChunkStore(db),
    collections: createCollectionStore(db),
    collectionConfirmations: createCollectionConfirmations(db),
    credits,
    descriptions: createDescriptionStore(db),
    documents: createDocumentStore(db),
    embeddings: createEmbeddingStore(db),
    evaluationAnswers: createEvaluationAnswerStore(db),
    evaluationGold: createEvaluationGoldStore(db),
    evaluationItems: createEvaluationItemStore(db),
    evaluations: createEvaluationStore(db),
    figures: createFigureStore(db),
    pages: createPageStore(db),
    relations: createRelationStore(db),
    relationSurroundings: createRelationSurroundings(db),
    parseJobs,
    parseJobEndings: createParseJobEndings({ parseJobs, credits, capacity }),
    idempotency: createIdempotencyStore(db),
    indexJobs: createIndexJobStore(db),
    jobFiles: createJobFileStore(db),
    organizations: createOrganizationStore(db),
    takeStartHolds: createStartHolds(db, { capacity, credits }),
    searchHits: createSearchHitStore(db),
    queries: createQueryStore(db),
    queryBodies: createQueryBodyStore(db),
    queryLatency: createQueryLatencyStore(db),
    queryLosses: createQueryLossStore(db),
    parsingScripts: createParsingScriptStore(db),
    rateLimits: createRateLimitStore(db),
    uploads: createUploadStore(db),
    ...webhooks,
    webhookEndpointRemoval: createWebhookEndpointRemoval(webhooks),
    webhookEvents: createWebhookEventStore(db),
    /** Throws when MongoDB does not answer as a primary right now. */
    async check(): Promise<void> {
      await db.command({ ping: 1 });
    },
  };
}

export type Stores = ReturnType<typeof createStores>;

/** Creates the indexes that are missing; each store declares its own. */
export async function ensureIndexes(db: Db): Promise<void> {
  await createCollectionIndexes(db, [
    apiKeyIndexes,
    chunkIndexes,
    collectionIndexes,
    creditIndexes,
    descriptionIndexes,
    documentIndexes,
    embeddingIndexes,
    evaluationAnswerIndexes,
    evaluationIndexes,
    evaluationItemIndexes,
    goneDocumentIndexes,
    idempotencyIndexes,
    indexJobIndexes,
    jobFileIndexes,
    organizationIndexes,
    pageIndexes,
    parseJobIndexes,
    parsingScriptIndexes,
    queryIndexes,
    queryBodyIndexes,
    queryLossIndexes,
    rateLimitIndexes,
    relationIndexes,
    tombstoneIndexes,
    uploadIndexes,
    webhookAttemptIndexes,
    webhookEndpointIndexes,
    webhookEventIndexes,
    webhookMessageIndexes,
    webhookRecoveryIndexes,
  ]);
}
