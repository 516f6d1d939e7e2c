/** Examples of requests and answers about evaluations, for the documentation. */
const evalId = 'eval_01JD3V…';
const uploadId = 'evu_01JD3V…';

export const announceCasesExample = { filename: 'cases.ndjson', byte_size: 12_345 };

export const announcedCasesExample = {
  upload_id: uploadId,
  upload_url: 'https://sheaf.example/u/evals/evu_01JD3V…?expires=…&sig=…',
  expires_at: '2026-11-20T19:30:38.226Z',
};

export const receivedCasesExample = { upload_id: uploadId, state: 'ready' };

export const createEvaluationExample = {
  upload_id: uploadId,
  configs: [
    { name: 'baseline', limit: 10 },
    { name: 'rerank', limit: 10, rerank: true },
  ],
};

export const createdEvaluationExample = {
  eval_id: evalId,
  status: 'pending',
  preview: { cases: 7, configs: 2, units: 14, cases_error: 1, billable_units: 12 },
};

export const evaluationExample = {
  eval_id: evalId,
  collection_name: 'manuals',
  status: 'completed',
  progress: { percent: 100, units_done: 6, units_total: 6 },
  scorecards: {
    baseline: {
      recall_at_1: 0.8,
      recall_at_3: 1,
      recall_at_10: 1,
      mrr: 0.9,
      ndcg_at_10: 0.926,
      latency_p50_ms: 34,
      latency_p95_ms: 61,
      scored: 5,
      failed: 0,
      error: 1,
    },
  },
  billing: { billable_units: 5, skipped_units: 1, failed_configs: [], credits: { used: 0.5 } },
  error_code: null,
  error_message: null,
  created_at: '2026-11-20T19:15:38.226Z',
  completed_at: '2026-11-20T19:15:41.102Z',
};

export const configNamesExample = ['baseline', 'rerank'];

export const cancelledEvaluationExample = {
  eval_id: evalId,
  status: 'failed',
  message: 'The evaluation was cancelled.',
};

export const caseExample = {
  id: 'q1',
  query: 'How is the filter cleaned?',
  status: 'scored',
  error_code: null,
  expected_document_ids: ['doc_01JD3V…'],
  results: {
    baseline: {
      status: 'scored',
      hit: true,
      rank: 1,
      latency_ms: 120,
      query_id: '5f0c2b1e-8d0a-4c6e-9b7f-2a6d1c3e4f50',
      retrieved_document_ids: ['doc_01JD3V…'],
      error_code: null,
    },
  },
};
