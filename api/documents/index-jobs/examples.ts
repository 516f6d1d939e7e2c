/** Examples of requests and answers about indexing jobs, for the documentation. */
const jobId = 'job_01JD3V…';

const counts = { files_indexed: 1, files_failed: 0, files_skipped: 0 };

export const acceptedJobExample = { job_id: jobId, status: 'pending' };

export const indexUrlExample = { url: 'https://example.com/contract.pdf', custom_metadata: { year: 2024 } };

export const indexTextExample = { content: 'The agreement renews every year.', filename: 'renewal.md' };

export const indexUploadsExample = { uploads: ['svc://upl_01JD3V…'] };

/** Fields that give access to an object store. */
export const accessExamples = {
  s3: { aws_access_key_id: 'AKIAEXAMPLE', aws_secret_access_key: '…' },
  gcs: { service_account_json: '{"type": "service_account"}' },
  azure: { account_name: 'acmestore', account_key: '…' },
  r2: { account_id: '0123456789abcdef0123456789abcdef', access_key_id: 'example', secret_access_key: '…' },
  s3compatible: { endpoint_url: 'https://s3.example.com', access_key_id: 'example', secret_access_key: '…' },
};

export const containerExample = 'handbooks';
export const directoryExample = 'hr/';

/** URI of a file, by store. */
export function fileExample(store: keyof typeof accessExamples) {
  const scheme = { s3: 's3', gcs: 'gs', azure: 'azure', r2: 'r2', s3compatible: 's3' }[store];
  return `${scheme}://${containerExample}/${directoryExample}leave.pdf`;
}

export const jobExample = {
  job_id: jobId,
  job_type: 'index_url',
  status: 'completed',
  collection_id: 'col_01JD3V…',
  collection_name: 'manuals',
  environment: 'production',
  source: 'api',
  sync_id: null,
  progress_message: 'Indexed 1 of 1 files',
  progress: {
    current_stage: null,
    stage_description: null,
    files_total: 1,
    files_processed: 1,
    files_failed: 0,
    files_skipped: 0,
    elapsed_seconds: 12,
  },
  files: [
    {
      uri: 'https://example.com/contract.pdf',
      filename: 'contract.pdf',
      document_id: 'doc_01JD3V…',
      status: 'completed',
      stage: null,
      attempts: 1,
      progress_message: null,
      error_code: null,
      error_message: null,
      skip_reason: null,
      pages: 12,
      pages_read: null,
      pages_total: null,
      chunks: 31,
      updated_at: '2026-11-20T19:15:41.002Z',
    },
  ],
  files_page: { limit: 50, next_cursor: null, total_estimated: 1 },
  result: { ...counts, duration_seconds: 12, warnings: [] },
  billing: { credits: { used: 6, remaining: 994 }, pages_processed: 12, processing_type: 'basic' },
  pii_report: null,
  error_code: null,
  error_message: null,
  warnings: [],
  cancelled_by: null,
  cancelled_at: null,
  rolled_back_at: null,
  rollback: null,
  created_at: '2026-11-20T19:15:29.000Z',
  started_at: '2026-11-20T19:15:29.120Z',
  updated_at: '2026-11-20T19:15:41.002Z',
  completed_at: '2026-11-20T19:15:41.002Z',
  estimated_time_remaining_seconds: null,
};

export const jobListExample = {
  jobs: [
    {
      job_id: jobId,
      job_type: 'index_url',
      status: 'completed',
      collection_name: 'manuals',
      environment: 'production',
      files_total: 1,
      files_indexed: 1,
      files_failed: 0,
      error: null,
      created_at: '2026-11-20T19:15:29.000Z',
      completed_at: '2026-11-20T19:15:41.002Z',
    },
  ],
  total_count: 1,
  limit: 50,
  offset: 0,
};

export const cancelledJobExample = {
  job_id: jobId,
  status: 'cancelled',
  message: 'The job was cancelled.',
  cancelled_at: '2026-11-20T19:15:35.000Z',
};

export const rollbackExample = {
  job_id: jobId,
  status: 'rolled_back',
  rolled_back_at: '2026-11-20T20:00:00.000Z',
  files_removed: ['doc_01JD3V…'],
  files_kept: [],
  files_restored: [],
  files_not_restored: [],
  message: 'Removed 1 document.',
};

export const rollbackUnderWayExample = {
  job_id: jobId,
  status: 'rolling_back',
  files_done: 1_000,
  files_total: 24_000,
  message: 'The job is being rolled back.',
};
