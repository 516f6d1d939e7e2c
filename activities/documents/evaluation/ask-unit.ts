import { createHash } from 'node:crypto';
import { Context } from '@temporalio/activity';
import {
  bothFilters,
  type EvaluationConfig,
  type UnitError,
  type UnitResult,
} from '../../../src/domain/documents/evaluation';
import { newRequestId } from '../../../src/request-id';
import { MetadataFilterError, QueryError, scoreRanking } from '../../../src/retrieval';
import { isStoreUnavailable } from '../../../src/stores/mongo/mongo';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { type EvaluationCaseRow } from '../../../src/stores/documents/evaluations/evaluation-cases';
import { isSearchUnavailable } from '../../../src/stores/elastic/search-unavailable';
import { type ActivityDeps } from '../../deps';

/** A unit: one case under one configuration. */
export interface Unit {
  collection: CollectionRow;
  caseRow: EvaluationCaseRow;
  config: EvaluationConfig;
  /** Index of the configuration. */
  configIndex: number;
}

/** Attempt of a batch from which an unknown error fails the unit, so that other units do not wait for it. */
const unknownFaultAttempt = 3;

export type AskUnitDeps = Pick<ActivityDeps, 'evaluationAnswers' | 'queryEngine' | 'queryHistory'>;

/**
 * Asks one unit: stores the answer, records the query and scores the result. Idempotent: a repeated call uses
 * the same query id, so that the history has the query once.
 */
export async function askUnit(
  { queryEngine, evaluationAnswers, queryHistory }: AskUnitDeps,
  { collection, caseRow, config, configIndex }: Unit,
  signal: AbortSignal,
): Promise<UnitResult> {
  const { evalId, index, query } = caseRow;
  const caseFilter =
    caseRow.filters === null ? null : (JSON.parse(caseRow.filters) as Record<string, unknown>);
  const filter = bothFilters(config.settings.filter, caseFilter);
  const settings = { ...config.settings, filter };
  const createdAt = new Date();
  const queryId = queryIdOf(evalId, index, configIndex);
  const asked = { text: query, settings, queryId, requestId: newRequestId() };
  const answer = await queryEngine.run(collection, asked, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    return failureOf(error);
  });
  if (!('hits' in answer)) return answer;

  const request = { ...config.body, query, ...(filter === null ? {} : { filter }) };
  const { organizationId, environment, _id: collectionId, name: collectionName } = collection;
  await Promise.all([
    evaluationAnswers.put(evalId, index, configIndex, { request, answer }),
    queryHistory.record({
      answer,
      settings,
      request,
      apiVersion: 'v3',
      evalId,
      createdAt,
      organizationId,
      environment,
      collectionId,
      collectionName,
    }),
  ]);
  const retrievedDocumentIds = [...new Set(answer.hits.map(({ document }) => document.id))];
  return {
    state: 'scored',
    score: scoreRanking(retrievedDocumentIds, new Set(caseRow.expectedDocumentIds)),
    latencyMs: Math.round(answer.timing.totalMs),
    queryId,
    retrievedDocumentIds,
  };
}

/** The error that ends one unit alone. @throws a transient error, to retry the batch */
function failureOf(error: unknown): UnitResult {
  const known = knownFault(error);
  if (known !== null) return { state: 'failed', error: known };
  const mayPass =
    isStoreUnavailable(error) ||
    isSearchUnavailable(error) ||
    (error instanceof QueryError && error.code === 'query_unavailable');
  const { info, log } = Context.current();
  if (mayPass || info.attempt < unknownFaultAttempt) throw error;
  log.error('a question of an evaluation cannot be answered', { error });
  return { state: 'failed', error: 'internal_error' };
}

function knownFault(error: unknown): UnitError | null {
  if (error instanceof MetadataFilterError) return 'invalid_metadata_filter';
  return error instanceof QueryError && error.code === 'rerank_model_not_configured' ? error.code : null;
}

/** A UUID of version 8 (RFC 9562, section 5.8), derived from the unit. */
function queryIdOf(evalId: string, index: number, configIndex: number): string {
  const bytes = createHash('sha256').update(`${evalId}/${index}/${configIndex}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
