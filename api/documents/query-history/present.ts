import { type Hit, type KeptAnswer } from '../../../src/domain/documents/query';
import { type HistoryEntry } from '../../../src/retrieval';
import { type BodyPart, type QueryResource, type StoredResult } from './schema';
import { shownLocation } from '../../../src/domain/documents/document-chunk';
import { presentQueryV2, presentQueryV3 } from '../queries/present';

/** A query of the history. Bodies are included when they are requested and still stored. */
export function presentStoredQuery(
  { row, bodyState, body }: HistoryEntry,
  parts: readonly BodyPart[],
): QueryResource {
  const wants = (part: BodyPart) => parts.includes(part);
  return {
    query_id: row._id,
    request_id: row.requestId,
    collection: row.collectionName,
    collection_id: row.collectionId,
    environment: row.environment,
    api_version: row.apiVersion,
    query_text: row.queryText,
    status: 'completed',
    latency_ms: row.latencyMs,
    result_count: row.resultCount,
    params: {
      limit: row.limit,
      rerank: row.rerank,
      semantic_ratio: row.semanticRatio,
      ratio_reason: row.ratioReason,
      has_filter: row.hasFilter,
    },
    body_status: bodyState,
    created_at: row.createdAt.toISOString(),
    error_message: null,
    eval_id: row.evalId,
    results: body !== null && wants('results') ? body.answer.hits.map(presentResult) : null,
    request: body !== null && wants('request') ? body.request : null,
    response: body !== null && wants('response') ? presentResponse(row.apiVersion, body.answer) : null,
  };
}

function presentResult(hit: Hit): StoredResult {
  return {
    rank: hit.rank,
    score: hit.score,
    rerank_score: hit.scores.rerank,
    text: hit.text,
    filename: hit.document.filename,
    document_id: hit.document.id,
    chunk_id: hit.chunkId,
    location: shownLocation(hit.location),
  };
}

function presentResponse(
  apiVersion: HistoryEntry['row']['apiVersion'],
  answer: KeptAnswer,
): Record<string, unknown> {
  return apiVersion === 'v2' ? { ...presentQueryV2(answer) } : { ...presentQueryV3(answer) };
}
