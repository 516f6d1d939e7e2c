import { z } from 'zod';
import { extending } from '../../http/openapi/documented-as';
import { parseChunksPageDefault, parseChunksPageMax } from '../../../src/domain/platform/limits';
import {
  PARSE_FAILURES,
  PARSE_JOB_STATES,
  PARSE_STAGES,
  PARSE_TYPES,
} from '../../../src/domain/documents/parse-job';
import { ROW_ROLES } from '../../../src/domain/documents/spreadsheet-chunk';
import { moment } from '../../http/fields/moment';
import { placeCursor } from '../../http/fields/place-cursor';
import { documentChunk } from './documents/schema';
import { hiddenSheetsField } from './hidden-sheets-schema';
import { noMasking } from './no-masking-schema';
import { ocrLanguage } from '../indexing/ocr-language';
import { processingType } from '../indexing/processing-type';
import { tableId, tableTitle } from './spreadsheet-tables-schema';
import { endsAfterItBegins } from '../../http/fields/span';
import { timestamp } from '../../http/fields/timestamp';
import { wait } from '../../http/fields/wait';
import { wholeNumber } from '../../http/fields/whole-number';
import {
  acceptedParseJobExample,
  parseJobExample,
  parseRequestExample,
  spreadsheetChunkExample,
} from './examples';

const jobsPageMax = 100;
const jobsPageDefault = 50;

const forDocuments = z.never({ error: 'is an option of /v3/parse/documents' }).optional();

export const parseSpreadsheetBody = z
  .strictObject({
    input: z.string().describe('An https link to the file, or the `svc://upl_…` id of a finished upload.'),
    include_tags_summary: z.boolean().default(false).describe('Adds `tags` and `summary` to each chunk.'),
    include_images: z.boolean().default(false).describe('Adds `figure` chunks for images and charts.'),
    include_verified_facts: z
      .boolean()
      .default(false)
      .describe('Adds `verified_facts` to each chunk of data rows.'),
    include_hidden_sheets: hiddenSheetsField,
    processing_type: forDocuments,
    ocr_language: forDocuments,
    transcription_language: forDocuments,
    ...noMasking,
  })
  .meta({ id: 'ParseSpreadsheetRequestV3', examples: [parseRequestExample] });

export const parseJobParams = z.strictObject({ job_id: z.string() });

export const parseJobQuery = z.strictObject({ wait });

export const listParseJobsQuery = z
  .strictObject({
    status: z.enum(PARSE_JOB_STATES).optional().describe('Default every status.'),
    from: moment.optional().describe('Jobs accepted at this time or later; default the oldest.'),
    to: moment.optional().describe('Jobs accepted before this time; default now.'),
    limit: wholeNumber(1, jobsPageMax).default(jobsPageDefault),
    cursor: placeCursor,
  })
  .refine(...endsAfterItBegins);

export const parseChunksQuery = z.strictObject({
  limit: wholeNumber(1, parseChunksPageMax).default(parseChunksPageDefault),
  cursor: wholeNumber(0).default(0).describe('Default the first page.'),
});

const nullableTime = timestamp.nullable();

export const acceptedParseJob = z
  .strictObject({
    job_id: z.string(),
    type: z.enum(PARSE_TYPES),
    status: z.literal('queued'),
    status_url: z.string().describe('Path of the job.'),
    created_at: timestamp,
  })
  .meta({ id: 'AcceptedParseJob', examples: [acceptedParseJobExample] });

export type AcceptedParseJob = z.infer<typeof acceptedParseJob>;

const count = z.number().int().min(1).optional();

const valueCounts = z
  .strictObject({
    numbers: count,
    dates: count,
    texts: count,
    booleans: count,
    errors: count,
    formulas: count,
    blanks: count,
  })
  .describe(
    'Cells by kind of value; kinds without cells are absent. `formulas` have no stored value; their text is ' +
      'shown.',
  );

const columnFacts = z
  .strictObject({
    column: z.string(),
    header: z.string().nullable(),
    type: z
      .enum(['number', 'date', 'text', 'boolean'])
      .describe('Type of more than half of the values, without errors and texts such as `n/a`; else `text`.'),
    min: z
      .union([z.number(), z.string()])
      .optional()
      .describe('A number, an ISO date, or a decimal as a string where digits would be lost.'),
    max: z.union([z.number(), z.string()]).optional(),
    sum: z
      .union([z.number(), z.string()])
      .optional()
      .describe('Exact; results of binary arithmetic are added exactly and rounded once.'),
    unit: z
      .string()
      .optional()
      .describe('Currency or `%` that the numbers of a text file have; `12,5 %` counts as 12.5.'),
    distinct: z.number().int().optional().describe('Different values of a text column.'),
    non_empty: z.number().int(),
    counts: valueCounts,
  })
  .meta({ id: 'ColumnFacts' });

const figure = z.strictObject({
  kind: z.enum(['image', 'chart']),
  anchor: z.string().nullable(),
  asset_url: z.string().nullable(),
  content_type: z.string().nullable(),
  byte_size: z.number().int().nullable(),
});

const spreadsheetChunk = z
  .strictObject({
    chunk_id: z.string(),
    chunk_index: z.number().int(),
    chunk_type: z.enum(['table', 'figure']),
    text: z.string(),
    sheet_name: z.string(),
    sheet_state: z.enum(['visible', 'hidden', 'veryHidden']),
    row_start: z.number().int().nullable(),
    row_end: z.number().int().nullable(),
    column_start: z.string().nullable(),
    column_end: z.string().nullable(),
    cell_range: z.string().nullable(),
    row_role: z.enum(ROW_ROLES).nullable(),
    column_headers: z.array(z.string()),
    key_column: z
      .string()
      .optional()
      .describe('Column outside of the range that each line of `text` begins with.'),
    header_rows: z
      .array(z.number().int())
      .length(2)
      .nullable()
      .describe('First and last row of the column headers.'),
    table_id: tableId.optional(),
    table_title: tableTitle.optional(),
    hidden_rows: z.array(z.number().int()).optional(),
    hidden_columns: z.array(z.string()).optional(),
    merged_ranges: z
      .array(z.string())
      .optional()
      .describe(
        'Merged cells over several rows that reach into the chunk. The first line of `text` repeats the ' +
          'value of a range that begins above `row_start`.',
      ),
    links: z.array(z.strictObject({ cell: z.string(), url: z.string() })).optional(),
    comments: z
      .array(z.strictObject({ cell: z.string(), author: z.string().nullable(), text: z.string() }))
      .optional(),
    figure: figure.optional(),
    verified_facts: z.strictObject({ row_count: z.number().int(), columns: z.array(columnFacts) }).optional(),
    tags: z.array(z.string()).nullable(),
    summary: z.string().nullable(),
  })
  .meta({ id: 'SpreadsheetChunk', examples: [spreadsheetChunkExample] });
export type SpreadsheetChunkResource = z.infer<typeof spreadsheetChunk>;

/** A chunk of a spreadsheet, which has `sheet_name`, or one of a document, which has `document_index`. */
const parsedChunk = z.union([spreadsheetChunk, documentChunk]).meta({ id: 'ParsedChunk' });

const listedParseJob = z
  .strictObject({
    job_id: z.string(),
    type: z.enum(PARSE_TYPES),
    status: z.enum(PARSE_JOB_STATES),
    status_url: z.string(),
    filename: z.string().nullable(),
    input: z
      .string()
      .nullable()
      .describe('As requested, to parse it again; null for a link with credentials, which is not kept.'),
    options: z
      .strictObject({
        include_tags_summary: z.boolean(),
        include_images: z.boolean().optional(),
        include_verified_facts: z.boolean().optional(),
        include_hidden_sheets: z.boolean().optional(),
        processing_type: processingType.optional(),
        ocr_language: ocrLanguage.optional(),
        transcription_language: z.string().nullable().optional(),
      })
      .describe('Those of its `type`.'),
    progress: z.strictObject({
      stage: z.enum(PARSE_STAGES),
      sheets_total: z.number().int().nullable(),
      sheets_done: z.number().int(),
      rows_done: z.number().int(),
      pages_total: z
        .number()
        .int()
        .nullable()
        .optional()
        .describe('Of a document; null while it is not known.'),
      pages_done: z.number().int().optional(),
    }),
    error: z.enum(PARSE_FAILURES).nullable(),
    message: z.string().nullable(),
    result: z
      .strictObject({
        sheets: z.number().int().describe('0 for a document.'),
        documents: z.number().int().optional().describe('The document and its attachments.'),
        pages: z.number().int().optional().describe('Pages of documents in formats with pages.'),
        chunk_count: z.number().int(),
        figures: z.number().int(),
        characters: z.number().int(),
        warnings: z.array(z.string()).describe('What of the file could not be read or had to be guessed.'),
      })
      .nullable(),
    result_expires_at: nullableTime,
    billing: z.strictObject({ credits: z.strictObject({ used: z.number() }) }),
    created_at: timestamp,
    started_at: nullableTime,
    completed_at: nullableTime,
  })
  .meta({ id: 'ListedParseJob', examples: [parseJobExample] });

export const parseJobResource = extending(
  listedParseJob
    .extend({
      chunks: z.array(parsedChunk).nullable().describe('Inline when the result is at most 1 MiB.'),
      chunks_truncated: z
        .boolean()
        .describe('Too large to be inline: use `result_url` or the chunks route.')
        .meta({ examples: [false] }),
      result_url: z.string().nullable().describe('All of it as a JSON file, without a key, for an hour.'),
      result_url_expires_at: nullableTime,
    })
    .meta({ id: 'ParseJob' }),
  listedParseJob,
);
export type ParseJobResource = z.infer<typeof parseJobResource>;

export const parseJobList = z
  .strictObject({
    jobs: z.array(listedParseJob),
    limit: z.number().int(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ParseJobList' });
export type ParseJobList = z.infer<typeof parseJobList>;

export const parseChunksPage = z
  .strictObject({
    job_id: z.string(),
    chunks: z.array(parsedChunk),
    limit: z.number().int(),
    next_cursor: z.number().int().nullable(),
  })
  .meta({ id: 'ParsedChunkList' });
export type ParseChunksPage = z.infer<typeof parseChunksPage>;
