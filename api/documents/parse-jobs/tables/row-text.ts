import { columnNames, type ParsedTable } from '../../../../src/domain/documents/parsed-table';
import { tablePageBytesMax } from '../../../../src/domain/platform/limits';
import { type PlacedRow } from '../../../../src/services/documents/parse-jobs/tables/read-rows';
import { tableCursorOf } from './cursor';

type Rows = AsyncIterable<PlacedRow>;

/** Texts of JSON objects, one for each row, that are written without objects: names may be `__proto__`. */
function rowWriter({ columns }: ParsedTable): (row: PlacedRow) => string {
  const keys = columnNames(columns).map((name) => JSON.stringify(name));
  return ({ row, role, cells }) => {
    const values = keys.map((key) => `${key}:null`);
    for (const { column, value } of cells) values[column] = `${keys[column]!}:${value}`;
    const displayed = cells.map(({ column, shown }) => `${keys[column]!}:${JSON.stringify(shown)}`);
    return `{"row":${row},"row_role":"${role}","values":{${values.join()}},"displayed":{${displayed.join()}}}`;
  };
}

/**
 * Writes a page of rows as JSON: the members of `body`, then `rows` and `next_cursor`. It ends after `limit`
 * rows, or sooner where they are long.
 */
export async function* jsonPage(
  body: object,
  table: ParsedTable,
  rows: Rows,
  limit: number,
): AsyncGenerator<string, undefined> {
  const write = rowWriter(table);
  let next: string | null = null;
  let written = 0;
  let bytes = 0;
  yield `${JSON.stringify(body).slice(0, -1)},"rows":[`;
  for await (const row of rows) {
    if (written === limit || bytes > tablePageBytesMax) {
      next = tableCursorOf(row);
      break;
    }
    const text = write(row);
    bytes += Buffer.byteLength(text);
    yield written++ === 0 ? text : `,${text}`;
  }
  yield `],"next_cursor":${JSON.stringify(next)}}`;
  return undefined;
}

/** Writes each row as a line of JSON. */
export async function* ndjsonLines(table: ParsedTable, rows: Rows): AsyncGenerator<string, undefined> {
  const write = rowWriter(table);
  for await (const row of rows) yield `${write(row)}\n`;
  return undefined;
}

/** Writes the rows as CSV (RFC 4180) below a line of the column names. */
export async function* csvLines(
  { columns }: ParsedTable,
  rows: Rows,
  values: 'typed' | 'displayed',
): AsyncGenerator<string, undefined> {
  const lineOf = (fields: readonly string[]) => `${fields.map(quoted).join(',')}\r\n`;
  yield lineOf(columnNames(columns));
  for await (const { cells } of rows) {
    const fields = new Array<string>(columns.length).fill('');
    for (const { column, shown, value } of cells) fields[column] = values === 'typed' ? plain(value) : shown;
    yield lineOf(fields);
  }
  return undefined;
}

/** Text of a value in CSV: a text as it is, nothing for null, the JSON of others. */
function plain(json: string): string {
  if (json === 'null') return '';
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

/** A field in quotes where it holds a mark of the format, or blanks that some readers drop. */
function quoted(field: string): string {
  return /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
