import { Readable } from 'node:stream';
import { parse as parsePath } from 'node:path';
import { attachment } from '../../../../src/blobs';
import { type ParsedTable } from '../../../../src/domain/documents/parsed-table';
import { tableRowsPageDefault } from '../../../../src/domain/platform/limits';
import { listParseTables, readParseTable } from '../../../../src/services/documents/parse-jobs/tables/read';
import { type ApiDeps } from '../../../deps';
import { type AnyRoute, defineRoute } from '../../../http/route';
import { documentsDetail } from '../../family';
import { inPieces } from '../../../http/in-pieces';
import { resultErrors } from '../result-errors';
import { parseJobParams } from '../schema';
import { presentTable } from './present';
import { csvLines, jsonPage, ndjsonLines } from './row-text';
import {
  parseTableParams,
  parseTableQuery,
  parseTablesPage,
  parseTablesQuery,
  tableCsv,
  tableRow,
  tableRowsPage,
} from './schema';

const tag = 'Parsing';

const contentTypes = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson',
};

/** Routes for the tables of parsed spreadsheets as data. */
export function parseTableRoutes(deps: ApiDeps): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v3/parse/jobs/:job_id/tables',
      family: documentsDetail,
      operationId: 'listParseTables',
      tag,
      summary: 'List the tables of a parse job',
      description:
        'Each table that was found in the sheets, with its columns, in the order of the workbook. They are ' +
        'kept as long as the result.',
      access: 'index',
      params: parseJobParams,
      query: parseTablesQuery,
      responses: { 200: { description: 'A page of tables.', schema: parseTablesPage } },
      errors: resultErrors,
      async handle({ caller, params: { job_id: jobId }, query: { cursor: first, limit } }) {
        const { tables, next } = await listParseTables(deps, caller, jobId, { first, count: limit });
        const body = { job_id: jobId, tables: tables.map(presentTable), limit, next_cursor: next };
        return { status: 200, body };
      },
    }),

    defineRoute({
      method: 'get',
      path: '/v3/parse/jobs/:job_id/tables/:table_id',
      family: documentsDetail,
      operationId: 'readParseTable',
      tag,
      summary: 'Read the rows of a parsed table',
      description:
        'Rows by the names of their columns, with typed values and what the sheet shows, in the order of the ' +
        'sheet. `csv` and `ndjson` are files of the whole table. A cell that a merged cell covers is blank.',
      access: 'index',
      params: parseTableParams,
      query: parseTableQuery,
      responses: {
        200: {
          description: 'A page of rows, or the whole table as a file.',
          schema: tableRowsPage,
          otherContents: { 'text/csv': tableCsv, 'application/x-ndjson': tableRow },
        },
      },
      errors: [...resultErrors, 'parse_table_not_found'],
      async handle({ caller, params: { job_id: jobId, table_id: tableId }, query }) {
        const { format, rows: wanted, values, limit = tableRowsPageDefault, cursor } = query;
        const from = cursor ?? { chunk: 0, row: 0 };
        const reading = await readParseTable(deps, caller, { jobId, tableId, from, wanted });
        const { table, rows, filename } = reading;
        const headers = {
          'Content-Type': contentTypes[format],
          ...(format === 'json'
            ? {}
            : { 'Content-Disposition': attachment(nameOf(filename, table, format)) }),
        };
        const body = { job_id: jobId, table: presentTable(table), limit };
        const texts = {
          json: () => jsonPage(body, table, rows, limit),
          csv: () => csvLines(table, rows, values),
          ndjson: () => ndjsonLines(table, rows),
        };
        return { status: 200, headers, body: Readable.from(inPieces(texts[format]())) };
      },
    }),
  ];
}

function nameOf(filename: string | null, { id, sheetName }: ParsedTable, format: string): string {
  const base = filename === null ? sheetName : parsePath(filename).name;
  return `${base}-${id}.${format}`;
}
