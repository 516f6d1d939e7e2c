/** Examples of answers about masking reports, for the documentation. */
const jobId = 'job_01JD3V…';
const documentId = 'doc_01JD3V…';

export const maskedFileExample = {
  document_id: documentId,
  filename: 'staff.pdf',
  requested_engine: 'classifier',
  used_engines: ['classifier'],
  fallback_used: false,
  fallback_reason: null,
  coverage: { text: 1, tables: 1, images: 1 },
  model: 'pii-linear-1',
  image_redaction: 'none_found',
  counts: { BADGE: 3, EMAIL: 12 },
  near_counts: { PERSON: 2 },
  warnings: [],
  document_report_url: 'https://sheaf.example/r/job_…/0/document?near=true&expires=…&sig=…',
  chunk_report_url: 'https://sheaf.example/r/job_…/0/chunks?near=true&expires=…&sig=…',
  urls_expire_at: '2026-11-20T19:20:41.000Z',
};

export const maskingReportExample = {
  job_id: jobId,
  state: 'retained',
  created_at: '2026-11-20T19:15:41.002Z',
  expires_at: '2026-12-20T19:15:41.002Z',
  totals: { BADGE: 3, EMAIL: 12 },
  bounds: { PERSON: 'wider' },
  files: [maskedFileExample],
  files_page: { limit: 50, next_cursor: null },
};

export const deletedMaskingReportExample = {
  job_id: jobId,
  deleted_at: '2026-11-21T08:00:00.000Z',
  objects_deleted: 2,
};

export const fileMaskingReportExample = {
  job_id: jobId,
  document_id: documentId,
  filename: 'staff.pdf',
  texts: [
    {
      document_id: documentId,
      chunk_id: `${documentId}:0`,
      chunk_index: 0,
      page: null,
      field: 'text',
      spans: [{ tag: 'EMAIL', start: 10, end: 17 }],
      near: [{ tag: 'PERSON', start: 24, end: 32, score: 0.41 }],
    },
  ],
};
