/** Examples of requests and answers about parse jobs, for the documentation. */
const jobId = 'prs_01JD3V…';
const statusUrl = `/v3/parse/jobs/${jobId}`;

export const parseRequestExample = {
  input: 'https://example.com/quarters.xlsx',
  include_verified_facts: true,
};

export const acceptedParseJobExample = {
  job_id: jobId,
  type: 'spreadsheet',
  status: 'queued',
  status_url: statusUrl,
  created_at: '2026-11-20T19:15:38.226Z',
};

export const parseJobExample = {
  job_id: jobId,
  type: 'spreadsheet',
  status: 'completed',
  status_url: statusUrl,
  filename: 'quarters.xlsx',
  input: 'https://example.com/quarters.xlsx',
  options: {
    include_tags_summary: false,
    include_images: false,
    include_verified_facts: true,
    include_hidden_sheets: true,
  },
  progress: { stage: 'done', sheets_total: 1, sheets_done: 1, rows_done: 2 },
  error: null,
  message: null,
  result: { sheets: 1, chunk_count: 1, figures: 0, characters: 22, warnings: [] },
  result_expires_at: '2026-11-21T19:15:40.113Z',
  billing: { credits: { used: 0.5 } },
  created_at: '2026-11-20T19:15:38.226Z',
  started_at: '2026-11-20T19:15:38.631Z',
  completed_at: '2026-11-20T19:15:40.113Z',
};

export const spreadsheetChunkExample = {
  chunk_id: `${jobId}:0`,
  chunk_index: 0,
  chunk_type: 'table',
  text: 'Region | Q1\nNorth | 10',
  sheet_name: 'Sales',
  sheet_state: 'visible',
  row_start: 2,
  row_end: 2,
  column_start: 'A',
  column_end: 'B',
  cell_range: 'A2:B2',
  row_role: 'data',
  column_headers: ['Region', 'Q1'],
  header_rows: [1, 1],
  table_id: 'tbl_1_A1',
  tags: null,
  summary: null,
};
