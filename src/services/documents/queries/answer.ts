import { randomUUID } from 'node:crypto';
import { type DocumentErrorCode, DOCUMENT_ERRORS } from '../../../domain/documents/errors';
import {
  type ApiVersion,
  AUTO_RATIO,
  type QueryAnswer,
  type QuerySettings,
} from '../../../domain/documents/query';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal, type AnyRefusal } from '../../../domain/platform/refusal';
import { type EngineQuery, QueryError } from '../../../retrieval';
import { type CollectionRow } from '../../../stores/documents/contents/collections';
import { SearchIndexMissing } from '../../../stores/elastic/search-unavailable';
import { type ServiceDeps } from '../../deps';
import { findAnyCollection } from '../collections/find';
import { searchIndexMissing } from '../collections/require-index';
import { type CurrentCollections } from './current-collection';
import { searchModeOf } from '../../../domain/documents/query-history';
import { type Metrics } from '../../../metrics';
import { unansweredOutcome } from '../../platform/unanswered';

/** Validated query. */
export interface AskedQuery {
  collectionName: string;
  text: string;
  settings: QuerySettings;
  apiVersion: ApiVersion;
  /** Request as sent, for the history. */
  request: Record<string, unknown>;
  requestId: string;
  signal: AbortSignal;
}

export type AnswerDeps = Pick<ServiceDeps, 'queryEngine' | 'history' | 'metrics'>;

/** Answer that is not yet in the history. */
export interface AnsweredQuery {
  answer: QueryAnswer;
  /** Model of the vectors of the collection; null without. */
  model: string | null;
  /**
   * Records the query in the history. Callers call it after sending the answer, so that no client waits for
   * it.
   */
  record: () => void;
}

/**
 * Answers a query over a collection of the caller.
 *
 * @param current collections that the process remembers
 * @throws Refusal `collection_not_found`, `collection_not_queryable`, `rerank_model_not_configured`,
 * `query_unavailable`, `search_index_missing`
 */
export async function answerQuery(
  deps: AnswerDeps,
  current: CurrentCollections,
  caller: Caller,
  asked: AskedQuery,
): Promise<AnsweredQuery> {
  const { text, settings, apiVersion, request, requestId } = asked;
  const query = { text, settings, requestId, queryId: randomUUID() };
  const { collection, createdAt, answer } = await measuredAnswer(deps, current, caller, { ...asked, query });
  const { organizationId, environment } = caller;
  const { _id: collectionId, name } = collection;
  const entry = { answer, settings, request, apiVersion, organizationId, environment, createdAt };
  const record = () =>
    void deps.history.record({ ...entry, collectionId, collectionName: name, evalId: null });
  return { answer, model: collection.embedding?.model ?? null, record };
}

/**
 * Runs a query over a collection of the caller, and counts and measures it.
 *
 * @throws Refusal as {@link answerQuery}; `chunk_not_found`, `chunk_without_vector` for a query about a chunk
 */
export async function measuredAnswer(
  deps: Pick<AnswerDeps, 'queryEngine' | 'metrics'>,
  current: CurrentCollections,
  caller: Caller,
  { collectionName, query, signal }: Pick<AskedQuery, 'collectionName' | 'signal'> & { query: EngineQuery },
): Promise<{ collection: CollectionRow; createdAt: Date; answer: QueryAnswer }> {
  const run = async (collection: CollectionRow, remembered: boolean) => ({
    collection,
    createdAt: new Date(),
    answer: await deps.queryEngine.run(collection, query, signal, { remembered }).catch(refuse),
  });
  const answered = await current.answerOver(caller, collectionName, signal, run).catch((error: unknown) => {
    countUnanswered(deps.metrics, query.settings.semanticRatio, { error, signal });
    throw error;
  });
  measureQuery(deps.metrics, answered.answer);
  return answered;
}

/** Throws the refusal for an error of the engine. */
function refuse(error: unknown): never {
  if (error instanceof SearchIndexMissing) throw searchIndexMissing(error);
  if (!(error instanceof QueryError)) throw error;
  const { code, model, reason } = error;
  throw new Refusal<DocumentErrorCode>(code, {
    ...(reason === null ? {} : { message: reason }),
    ...(model === null ? {} : { details: { model } }),
    cause: error,
  });
}

/**
 * Finds a collection of the caller that accepts queries. @throws Refusal `collection_not_found`,
 * `collection_not_queryable`
 */
export async function findQueryable(
  deps: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  name: string,
): Promise<CollectionRow> {
  const collection = await findAnyCollection(deps, caller, name);
  if (!collection.active) throw new Refusal<DocumentErrorCode>('collection_not_queryable');
  return collection;
}

/** Records the time of an answered query, and of its stages. */
function measureQuery(metrics: Metrics, { semanticRatio, timing }: QueryAnswer): void {
  const labels = { product: 'documents', mode: searchModeOf(semanticRatio.used) };
  metrics.count('queries', { ...labels, outcome: 'answered' });
  metrics.observeMs('querySeconds', labels, timing.totalMs);
  for (const { name: stage, durationMs } of timing.stages)
    metrics.observeMs('queryStageSeconds', { ...labels, stage }, durationMs);
}

/** Counts a query without an answer; `auto` counts as hybrid. */
function countUnanswered(
  metrics: Metrics,
  semanticRatio: QuerySettings['semanticRatio'],
  { error, signal }: { error: unknown; signal: AbortSignal },
): void {
  const mode = semanticRatio === AUTO_RATIO ? 'hybrid' : searchModeOf(semanticRatio);
  const outcome = unansweredOutcome(error, statusOf, signal);
  metrics.count('queries', { product: 'documents', mode, outcome });
}

function statusOf({ code }: AnyRefusal): number {
  const { status } =
    (DOCUMENT_ERRORS as Record<string, { status: number }>)[code] ?? DOCUMENT_ERRORS.internal_error;
  return status;
}
