/** Examples of requests and answers about parsed documents, for the documentation. */
const jobId = 'prs_01JD3V…';

export const parseDocumentExample = { input: 'https://example.com/annual-report.pdf' };

const regionExample = {
  region_id: 'r_0',
  page: 0,
  type: 'heading',
  text: 'Results',
  figure_id: null,
  bounding_box: { left: 0.12, top: 0.08, width: 0.3, height: 0.03 },
  confidence: 1,
};

export const documentChunkExample = {
  chunk_id: `${jobId}:0`,
  chunk_index: 0,
  chunk_type: 'body',
  text: 'Results\nSales have grown.',
  token_count: 7,
  document_index: 0,
  filename: 'annual-report.pdf',
  location: {
    page_start: 0,
    page_end: 0,
    start_seconds: null,
    end_seconds: null,
    sheet_name: null,
    row_start: null,
    row_end: null,
    column_start: null,
    column_end: null,
    cell_range: null,
    table_id: null,
    table_title: null,
  },
  heading_path: ['Results'],
  language: 'en',
  origin: 'text',
  regions: [regionExample],
  tags: null,
  summary: null,
};

export const documentPageExample = {
  document_index: 0,
  filename: 'annual-report.pdf',
  page: 0,
  text: 'Results\nSales have grown.',
  width: 595,
  height: 842,
  ocr: false,
};

export const markdownExample = '<!-- page 0 -->\n\n# Results\n\nSales have grown.\n';
