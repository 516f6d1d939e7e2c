import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type WorkbookReader } from 'spreadsheet-reader';
import { columnNames, type ParsedTable } from '../../../src/domain/documents/parsed-table';
import { type ChunkOffset } from '../../../src/domain/documents/parse-job';
import { chunkSeparator, resultHead, resultTail } from '../../../src/domain/documents/parse-result';
import {
  openRows,
  type PlacedRow,
  type TablePlace,
} from '../../../src/services/documents/parse-jobs/tables/read-rows';
import {
  type JobWithTables,
  tableLines,
} from '../../../src/services/documents/parse-jobs/tables/stored-tables';
import { parseInMemory } from '../parse-in-memory';

/** Values by column name, as a client reads them. */
export interface ReadRow {
  row: number;
  role: string;
  values: Record<string, unknown>;
  shown: Record<string, string>;
  place: TablePlace;
}

/** A result of a parse in memory, with its tables. */
export interface MemoryTables {
  tables: ParsedTable[];
  /** Rows of a table, all of them or those from a place on. */
  rows(table: ParsedTable, from?: TablePlace, wanted?: 'all' | 'data'): Promise<ReadRow[]>;
}

/** Parses a workbook, stores its parts as a job does, and reads its tables back. */
export async function tablesInMemory(reader: WorkbookReader): Promise<MemoryTables> {
  const blobs = new Map<string, Buffer>();
  const pieces: Buffer[] = [];
  const pages: ChunkOffset[] = [];
  const valuePages: ChunkOffset[] = [];
  let [tableBytes, valueBytes] = [Buffer.alloc(0), Buffer.alloc(0)];
  let chunkCount = 0;
  let size = resultHead('prs_test', 'spreadsheet').length;
  await parseInMemory(reader, { tables: true }, async (part) => {
    const bytes = await readFile(part.path);
    for (const { chunkIndex, offset } of part.pages) pages.push({ chunk: chunkIndex, offset: size + offset });
    if (bytes.length > 0) {
      pieces.push(bytes);
      size += bytes.length + chunkSeparator.length;
    }
    chunkCount += part.chunkCount;
    const { tables, values } = part.tables!;
    if (tables !== null) tableBytes = Buffer.concat([tableBytes, await readFile(tables.path)]);
    for (const { chunk, offset } of values?.pages ?? [])
      valuePages.push({ chunk, offset: valueBytes.length + offset });
    if (values !== null) valueBytes = Buffer.concat([valueBytes, await readFile(values.path)]);
  });
  const joined = pieces.flatMap((piece, at) => (at === 0 ? [piece] : [Buffer.from(chunkSeparator), piece]));
  const result = Buffer.concat([
    Buffer.from(resultHead('prs_test', 'spreadsheet')),
    ...joined,
    Buffer.from(resultTail),
  ]);
  blobs.set('result', result).set('tables', tableBytes).set('values', valueBytes);
  const count = tableBytes.toString().split('\n').length - 1;
  const tableFiles = {
    tables: count === 0 ? null : { key: 'tables', byteSize: tableBytes.length, count },
    values:
      valueBytes.length === 0 ? null : { key: 'values', byteSize: valueBytes.length, pages: valuePages },
  };
  const found = {
    job: {
      result: { key: 'result', byteSize: result.length, pages, tableFiles },
      totals: { chunks: chunkCount },
    },
    tableFiles,
  } as unknown as JobWithTables;
  const deps = { blobs: { read: (key: string, range?: { start: number; end: number }) => read(key, range) } };

  function read(key: string, range?: { start: number; end: number }) {
    const bytes = blobs
      .get(key)!
      .subarray(range?.start ?? 0, range === undefined ? undefined : range.end + 1);
    // Small pieces: lines reach over them.
    const stream = Readable.from(bytes.length === 0 ? [] : cut(bytes), { objectMode: false });
    return Promise.resolve({ stream, byteSize: bytes.length, contentType: '' });
  }

  const tables: ParsedTable[] = [];
  for await (const line of tableLines(deps as never, found)) tables.push(JSON.parse(line) as ParsedTable);
  return {
    tables,
    async rows(table, from = { chunk: 0, row: 0 }, wanted = 'all') {
      const names = columnNames(table.columns);
      const rows: ReadRow[] = [];
      for await (const row of await openRows(deps as never, found, table, { from, wanted }))
        rows.push(readRow(row, names));
      return rows;
    },
  };
}

function readRow({ row, role, cells, chunk }: PlacedRow, names: readonly string[]): ReadRow {
  return {
    row,
    role,
    values: Object.fromEntries(
      cells.map(({ column, value }) => [names[column]!, JSON.parse(value) as unknown]),
    ),
    shown: Object.fromEntries(cells.map(({ column, shown }) => [names[column]!, shown])),
    place: { row, chunk },
  };
}

function cut(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += 1_000) pieces.push(bytes.subarray(from, from + 1_000));
  return pieces;
}
