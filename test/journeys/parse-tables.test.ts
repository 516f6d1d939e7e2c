import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ParsedTableResource,
  parseTablesPage,
  type ParseTablesPage,
  tableRowsPage,
} from '../../api/documents/parse-jobs/tables/schema';
import { type z } from 'zod';
import { utils, write } from 'xlsx';
import { type ErrorBody } from '../http/platform/upload-client';
import { startStack } from '../setup/stack';
import { type Stack } from '../setup/stack-parts';

type RowsPage = z.infer<typeof tableRowsPage>;

let stack: Stack;
let workbookJob: string;
let csvJob: string;
beforeAll(async () => {
  stack = await startStack();
  [workbookJob, csvJob] = await Promise.all([completed(workbook()), completed(longCsv)]);
});
afterAll(() => stack.close());

const encrypted = readFileSync(
  join(__dirname, '../../packages/spreadsheet-reader/test/fixtures/encrypted.xlsx'),
);
const rowsOfCsv = 5_000;
const longCsv = Buffer.from(
  `Id;Name;Sum;Sum\n${Array.from({ length: rowsOfCsv }, (_, n) => `${n};"name ""${n}"", =1+1";${n},5;`).join('\n')}\n`,
);

function workbook(): Buffer {
  const sheet = utils.aoa_to_sheet([
    ['Sales'],
    ['Region', 'Since', 'Sum', 'Open'],
    ['North', 45_365, 1234.5, true],
    ['South', 45_366, 2, false],
    ['Total', null, 1236.5],
  ]);
  for (const cell of ['B3', 'B4']) (sheet[cell] as { z: string }).z = 'yyyy/mm/dd';
  for (const cell of ['C3', 'C4', 'C5']) (sheet[cell] as { z: string }).z = '#,##0.00 "EUR"';
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Sales');
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Name', 'Count'],
      ['a', 1],
      ['b', 2],
    ]),
    'Other',
  );
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

async function completed(content: Buffer): Promise<string> {
  const jobId = await stack.submit(content, {});
  expect(await stack.ended(jobId)).toMatchObject({ status: 'completed' });
  return jobId;
}

const get = <T>(jobId: string, path: string) =>
  stack.api.request<T>(`/v3/parse/jobs/${jobId}/tables${path}`, { key: stack.key.text });

const tablesOf = async (jobId: string): Promise<ParsedTableResource[]> =>
  (await get<ParseTablesPage>(jobId, '')).body.tables;

test('the tables of a workbook are listed with their columns and types, page by page', async () => {
  const { status, body } = await get<ParseTablesPage>(workbookJob, '');
  expect(status).toBe(200);
  expect(parseTablesPage.parse(body)).toEqual(body);
  const column = (name: string, letters: string, type: string) => ({
    name,
    header: name,
    column: letters,
    type,
    unit: null,
  });
  expect(body).toEqual({
    job_id: workbookJob,
    tables: [
      {
        table_id: 'tbl_1_A2',
        sheet_name: 'Sales',
        sheet_state: 'visible',
        title: 'Sales',
        cell_range: 'A2:D5',
        header_rows: [2, 2],
        row_count: 3,
        columns: [
          column('Region', 'A', 'text'),
          column('Since', 'B', 'date'),
          column('Sum', 'C', 'number'),
          column('Open', 'D', 'boolean'),
        ],
      },
      expect.objectContaining({ table_id: 'tbl_2_A1', sheet_name: 'Other', row_count: 2 }),
    ],
    limit: 100,
    next_cursor: null,
  });
  const first = (await get<ParseTablesPage>(workbookJob, '?limit=1')).body;
  expect(first).toMatchObject({ tables: [{ table_id: 'tbl_1_A2' }], next_cursor: 1 });
  expect((await get<ParseTablesPage>(workbookJob, '?limit=1&cursor=1')).body).toMatchObject({
    tables: [{ table_id: 'tbl_2_A1' }],
    next_cursor: null,
  });
});

test('rows have typed values beside displayed ones, as JSON, NDJSON and CSV', async () => {
  const { body } = await get<RowsPage>(workbookJob, '/tbl_1_A2');
  expect(tableRowsPage.parse(body)).toEqual(body);
  const [table] = await tablesOf(workbookJob);
  expect(body).toMatchObject({ job_id: workbookJob, table, limit: 100, next_cursor: null });
  expect(body.rows).toEqual([
    {
      row: 3,
      row_role: 'data',
      values: { Region: 'North', Since: '2024-03-14', Sum: 1234.5, Open: true },
      displayed: { Region: 'North', Since: '2024/03/14', Sum: '1,234.50 EUR', Open: 'TRUE' },
    },
    {
      row: 4,
      row_role: 'data',
      values: { Region: 'South', Since: '2024-03-15', Sum: 2, Open: false },
      displayed: { Region: 'South', Since: '2024/03/15', Sum: '2.00 EUR', Open: 'FALSE' },
    },
    {
      row: 5,
      row_role: 'total',
      values: { Region: 'Total', Since: null, Sum: 1236.5, Open: null },
      displayed: { Region: 'Total', Sum: '1,236.50 EUR' },
    },
  ]);

  const lines = await get(workbookJob, '/tbl_1_A2?format=ndjson&rows=data');
  expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
  expect(
    lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(body.rows.slice(0, 2));

  const csv = await get(workbookJob, '/tbl_1_A2?format=csv');
  expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(csv.headers.get('content-disposition')).toContain('attachment; filename="book-tbl_1_A2.csv"');
  expect(csv.text).toBe(
    'Region,Since,Sum,Open\r\nNorth,2024-03-14,1234.5,true\r\nSouth,2024-03-15,2,false\r\nTotal,,1236.5,\r\n',
  );
  const shown = await get(workbookJob, '/tbl_1_A2?format=csv&values=displayed&rows=data');
  expect(shown.text.split('\r\n')[1]).toBe('North,2024/03/14,"1,234.50 EUR",TRUE');
});

test('a long table is read page by page without gaps, and as a whole file, with its texts unchanged', async () => {
  const [table] = await tablesOf(csvJob);
  expect(table).toMatchObject({
    row_count: rowsOfCsv,
    columns: [
      { name: 'Id', type: 'number' },
      { name: 'Name', type: 'text' },
      { name: 'Sum', type: 'number' },
      { name: 'Sum (2)', header: 'Sum', type: null },
    ],
  });
  const rows: RowsPage['rows'] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: { body: RowsPage } = await get<RowsPage>(
      csvJob,
      `/tbl_1_A1?limit=777${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    expect(body.rows.length).toBe(Math.min(777, rowsOfCsv - rows.length));
    rows.push(...body.rows);
    cursor = body.next_cursor;
  }
  expect(rows.map(({ values }) => values)).toEqual(
    Array.from({ length: rowsOfCsv }, (_, n) => ({
      Id: n,
      Name: `name "${n}", =1+1`,
      Sum: n + 0.5,
      'Sum (2)': null,
    })),
  );
  const csv = (await get(csvJob, '/tbl_1_A1?format=csv')).text.split('\r\n');
  expect(csv).toHaveLength(rowsOfCsv + 2);
  expect(csv[1]).toBe('0,"name ""0"", =1+1",0.5,');
});

test.each<[guarantee: string, path: string, status: number, error: string | undefined]>([
  ['an unknown table', '/tbl_9_A1', 404, 'parse_table_not_found'],
  ['no id of a table', '/%22', 404, 'parse_table_not_found'],
  ['a cursor of something else', '/tbl_1_A2?cursor=abc', 422, undefined],
  ['an unknown format', '/tbl_1_A2?format=xml', 422, undefined],
  ['a page of a file', '/tbl_1_A2?format=csv&limit=5', 422, undefined],
  ['too many tables at once', '?limit=501', 422, undefined],
])('%s is refused', async (_guarantee, path, status, error) => {
  const answer = await get<ErrorBody>(workbookJob, path);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error });
});

test('a cursor past the table answers no rows', async () => {
  const cursor = Buffer.from('999999.999999').toString('base64url');
  const { status, body } = await get<RowsPage>(workbookJob, `/tbl_1_A2?cursor=${cursor}`);
  expect({ status, rows: body.rows, next: body.next_cursor }).toEqual({ status: 200, rows: [], next: null });
});

test('a job without a result says so', async () => {
  const upload = await stack.upload(encrypted, { filename: 'a.xlsx' });
  const failed = (await stack.accept(upload)).body.job_id;
  expect(await stack.ended(failed)).toMatchObject({ status: 'failed' });
  for (const path of ['', '/tbl_1_A1'])
    expect(await get(failed, path)).toMatchObject({
      status: 409,
      body: { error: 'parse_job_without_result' },
    });
});
