import { z } from 'zod';
import { TABLE_COLUMN_TYPES } from '../../../../src/domain/documents/parsed-table';
import { ROW_ROLES } from '../../../../src/domain/documents/spreadsheet-chunk';
import {
  parseTablesPageDefault,
  parseTablesPageMax,
  tableRowsPageDefault,
  tableRowsPageMax,
} from '../../../../src/domain/platform/limits';
import { wholeNumber } from '../../../http/fields/whole-number';
import { tableId } from '../spreadsheet-tables-schema';
import { parsedTableExample, tableCsvExample, tableRowExample } from './examples';
import { tableCursor } from './cursor';

export const parseTablesQuery = z.strictObject({
  limit: wholeNumber(1, parseTablesPageMax).default(parseTablesPageDefault),
  cursor: wholeNumber(0).default(0).describe('Default the first page.'),
});

export const parseTableParams = z.strictObject({ job_id: z.string(), table_id: z.string() });

export const parseTableQuery = z
  .strictObject({
    format: z
      .enum(['json', 'csv', 'ndjson'])
      .default('json')
      .describe('`json` answers a page of rows, the others the whole table, row by row.'),
    rows: z
      .enum(['all', 'data'])
      .default('all')
      .describe('`data` leaves subtotals and totals out, which the sheet has among its rows.'),
    values: z
      .enum(['typed', 'displayed'])
      .default('typed')
      .describe('What the cells of a CSV file hold; the other formats have both.'),
    limit: wholeNumber(1, tableRowsPageMax)
      .optional()
      .describe(
        `Most rows of a page of \`json\`, default ${tableRowsPageDefault}; a page of long rows has fewer.`,
      ),
    cursor: tableCursor.optional().describe('For `json`; default the first page.'),
  })
  .superRefine(({ format, limit, cursor }, issues) => {
    if (format === 'json') return;
    for (const [name, value] of Object.entries({ limit, cursor })) {
      if (value === undefined) continue;
      issues.addIssue({
        code: 'custom',
        path: [name],
        message: 'is for format json: other formats have no pages',
      });
    }
  });

const tableColumn = z
  .strictObject({
    name: z
      .string()
      .describe(
        'Key of the column in rows, different for each: the header; the letters of a column without one; ' +
          'with a number, such as `Sum (2)`, where others have the same.',
      ),
    header: z.string().nullable().describe('Levels are joined by ` / `; null without a header.'),
    column: z.string().describe('Letters of the column in the sheet.'),
    type: z
      .enum(TABLE_COLUMN_TYPES)
      .nullable()
      .describe(
        'Type of more than half of the values of data rows, otherwise `text`; null without values. Values of ' +
          'another type keep their own.',
      ),
    unit: z
      .string()
      .nullable()
      .describe('Currency or `%` that the numbers of a text file have; `12,5 %` is 12.5.'),
  })
  .meta({ id: 'ParsedTableColumn' });

export const parsedTable = z
  .strictObject({
    table_id: tableId,
    sheet_name: z.string(),
    sheet_state: z.enum(['visible', 'hidden', 'veryHidden']),
    title: z.string().nullable().describe('Above the table, where one was found.'),
    cell_range: z.string().describe('Header included.'),
    header_rows: z.array(z.number().int()).length(2).nullable().describe('First and last row of the header.'),
    row_count: z.number().int().describe('Rows below the header, without blank ones; totals are counted.'),
    columns: z.array(tableColumn),
  })
  .meta({ id: 'ParsedTable', examples: [parsedTableExample] });
export type ParsedTableResource = z.infer<typeof parsedTable>;

export const parseTablesPage = z
  .strictObject({
    job_id: z.string(),
    tables: z.array(parsedTable),
    limit: z.number().int(),
    next_cursor: z.number().int().nullable(),
  })
  .meta({ id: 'ParsedTableList' });
export type ParseTablesPage = z.infer<typeof parseTablesPage>;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const tableRow = z
  .strictObject({
    row: z.number().int().describe('Row of the sheet.'),
    row_role: z.enum(ROW_ROLES),
    values: z
      .record(z.string(), value)
      .describe(
        'Values by column name: numbers, booleans, dates as ISO 8601 texts, other texts. Null for blank cells, ' +
          'errors, and formulas without a stored value. A number that would lose digits is a text. A duration ' +
          'is a number of days.',
      ),
    displayed: z
      .record(z.string(), z.string())
      .describe('What the sheet shows, by column name, without blank cells.'),
  })
  .meta({ id: 'ParsedTableRow', examples: [tableRowExample] });

export const tableRowsPage = z
  .strictObject({
    job_id: z.string(),
    table: parsedTable,
    rows: z.array(tableRow),
    limit: z.number().int(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ParsedTableRows' });

export const tableCsv = z
  .string()
  .describe(
    'RFC 4180 in UTF-8: a line of column names, then the rows. Values are never changed: a text that begins ' +
      'with `=`, `+`, `-` or `@` is a formula to a spreadsheet program that opens the file without asking.',
  )
  .meta({ examples: [tableCsvExample] });
