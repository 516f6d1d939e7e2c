import { type QueryRecord, type QueryStage, type QueryTiming } from '../../domain/documents/query';
import { searchModeOf } from '../../domain/documents/query-history';
import { type QueryRow } from '../../stores/documents/queries/queries';

/** The row of a completed query. @param bodyBytes size of its stored body; null for none */
export function queryRowOf(record: QueryRecord, bodyBytes: number | null): QueryRow {
  const { answer, settings } = record;
  return {
    _id: answer.queryId,
    requestId: answer.requestId,
    organizationId: record.organizationId,
    environment: record.environment,
    collectionId: record.collectionId,
    collectionName: record.collectionName,
    queryText: answer.query,
    resultCount: answer.hits.length,
    limit: answer.limit,
    semanticRatio: answer.semanticRatio.used,
    bodyBytes,
    evalId: record.evalId,
    createdAt: record.createdAt,
    isEvaluation: record.evalId !== null,
    latencyMs: Math.round(answer.timing.totalMs),
    apiVersion: record.apiVersion,
    rerank: settings.rerank !== null,
    searchMode: searchModeOf(answer.semanticRatio.used),
    hasFilter: settings.filter !== null,
    stageMs: stageMsOf(answer.timing),
  };
}

/** Whole milliseconds by stage; several runs of a stage are added. */
function stageMsOf({ stages }: QueryTiming): Partial<Record<QueryStage, number>> {
  const spent: Partial<Record<QueryStage, number>> = {};
  for (const { name, durationMs } of stages) spent[name] = (spent[name] ?? 0) + durationMs;
  const rounded = Object.entries(spent).map(([name, ms]) => [name, Math.round(ms)]);
  return Object.fromEntries(rounded) as Partial<Record<QueryStage, number>>;
}
