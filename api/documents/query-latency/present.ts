import { type LatencyFilter } from '../../../src/domain/documents/query-latency';
import { type CollectionLatency, type LatencyReport, type StageLatency } from '../../../src/retrieval';
import { type ActiveCollection, type SlowQuery } from '../../../src/stores/documents/queries/query-latency';
import { type ActiveCollectionList, type LatencyResource, type SlowestList } from './schema';

/** Name of the entry for all collections that are not listed singly. */
const otherName = 'other';

/** A latency report over one window of time. */
export function presentLatency(
  { from, to }: LatencyFilter,
  report: LatencyReport,
  cached: boolean,
): LatencyResource {
  const { measured, missing, coverage } = report;
  return {
    metric: 'query_processing_time',
    population: 'completed, non-evaluation queries',
    window: { from: from.toISOString(), to: to.toISOString() },
    counts: { matching: measured + missing, measured, missing },
    percentile_method: 'exact',
    percentiles: report.percentiles,
    histogram: { edges: report.edges, counts: report.bins },
    collections: report.collections.map(presentCollection),
    ...(report.stages !== null && { stages: report.stages.map(presentStage) }),
    coverage: {
      api_version: coverage.apiVersion,
      rerank: coverage.rerank,
      search_mode: coverage.searchMode,
      ratio_reason: coverage.ratioReason,
      has_filter: coverage.hasFilter,
    },
    completeness: { complete: report.complete, watermark: report.watermark.toISOString() },
    cached,
    generated_at: report.generatedAt.toISOString(),
  };
}

function presentCollection(collection: CollectionLatency): LatencyResource['collections'][number] {
  const { name, measured, p50, p95, p99, bins } = collection;
  return {
    collection_name: name ?? otherName,
    count: measured,
    p50,
    p95,
    p99,
    counts: bins,
    is_other: name === null,
  };
}

function presentStage({ name, measured, p50, p95, p99 }: StageLatency) {
  return { name, count: measured, p50, p95, p99 };
}

/** A page of active collections. */
export function presentActiveCollections(
  { collections, total }: { collections: readonly ActiveCollection[]; total: number },
  { limit, offset }: { limit: number; offset: number },
): ActiveCollectionList {
  return {
    collections: collections.map(({ collectionId, collectionName, queries, lastQueryAt }) => ({
      collection_name: collectionName,
      collection_id: collectionId,
      count: queries,
      last_query_at: lastQueryAt.toISOString(),
    })),
    total_count: total,
    limit,
    offset,
  };
}

/** The slowest queries, with ids and durations only. */
export function presentSlowest(queries: readonly SlowQuery[]): SlowestList {
  return {
    queries: queries.map(({ queryId, requestId, latencyMs }) => ({
      query_id: queryId,
      request_id: requestId,
      duration_ms: latencyMs,
    })),
  };
}
