/** Examples of answers about stored queries and their latency, for the documentation. */
const ids = {
  query_id: '5f0c2b1e-8d0a-4c6e-9b7f-2a6d1c3e4f50',
  request_id: 'req_1763666138_9ab3cd12',
};

export const storedQueryExample = {
  ...ids,
  collection: 'manuals',
  collection_id: 'col_01JD3V…',
  environment: 'production',
  api_version: 'v3',
  query_text: 'renewal obligations',
  status: 'completed',
  latency_ms: 41,
  result_count: 10,
  params: { limit: 10, rerank: true, semantic_ratio: 0.5, ratio_reason: 'requested', has_filter: true },
  body_status: 'available',
  created_at: '2026-11-20T19:15:38.226Z',
  error_message: null,
  eval_id: null,
  results: null,
  request: null,
  response: null,
};

export const latencyExample = {
  metric: 'query_processing_time',
  population: 'completed, non-evaluation queries',
  window: { from: '2026-11-01T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' },
  counts: { matching: 1_200, measured: 1_180, missing: 20 },
  percentile_method: 'exact',
  percentiles: { p50: 38, p95: 120, p99: 410 },
  histogram: { edges: [5, 15, 45, 135, 410], counts: [90, 600, 430, 60] },
  collections: [
    {
      collection_name: 'manuals',
      count: 1_180,
      p50: 38,
      p95: 120,
      p99: 410,
      counts: [90, 600, 430, 60],
      is_other: false,
    },
  ],
  stages: [
    { name: 'preparation', count: 1_180, p50: 1, p95: 3, p99: 9 },
    { name: 'retrieval', count: 1_180, p50: 18, p95: 61, p99: 190 },
  ],
  coverage: { api_version: 1, rerank: 0.98, search_mode: 0.98, ratio_reason: 0.9, has_filter: 0.98 },
  completeness: { complete: true, watermark: '2026-11-20T00:00:00.000Z' },
  cached: false,
  generated_at: '2026-11-20T19:15:38.226Z',
};

export const activeCollectionsExample = {
  collections: [
    {
      collection_name: 'manuals',
      collection_id: 'col_01JD3V…',
      count: 1_200,
      last_query_at: '2026-11-19T23:59:41.002Z',
    },
  ],
  total_count: 1,
  limit: 25,
  offset: 0,
};

export const slowestExample = { queries: [{ ...ids, duration_ms: 911 }] };
