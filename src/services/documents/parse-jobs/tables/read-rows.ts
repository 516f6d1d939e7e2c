import { Readable } from 'node:stream';
import { type ChunkOffset } from '../../../../domain/documents/parse-job';
import { type ResultRange, resultRange } from '../../../../domain/documents/parse-result';
import { type ParsedTable, type TableFiles } from '../../../../domain/documents/parsed-table';
import { type SpreadsheetChunk } from '../../../../domain/documents/spreadsheet-chunk';
import { readTableRows, type TableRow, tableRowRoles, type ValuesLine } from '../../../../parsing';
import { linesOf } from '../../../../streams/lines';
import { type ServiceDeps } from '../../../deps';
import { openResultBlob } from '../read';
import { type JobWithTables } from './stored-tables';

/** Place in a table: a row, and a chunk from which reading gives that row and all later ones. */
export interface TablePlace {
  chunk: number;
  row: number;
}

/** Rows to read: all, or data rows alone, without subtotals and totals. */
export type WantedRows = 'all' | 'data';

/** Row of a table with its place. */
export interface PlacedRow extends TableRow {
  chunk: number;
}

/** A row that may lack cells of chunks that have not been read. */
type PendingRow = PlacedRow;

/**
 * Opens the rows of a table, from a place on. The blobs are open when it settles; rows are read as they are
 * asked for, so that memory does not grow with the table. The iteration closes the blobs.
 *
 * @throws Refusal `parse_result_expired`
 */
export async function openRows(
  deps: Pick<ServiceDeps, 'blobs'>,
  found: JobWithTables,
  table: ParsedTable,
  { from, wanted }: { from: TablePlace; wanted: WantedRows },
): Promise<AsyncGenerator<PlacedRow, undefined>> {
  const { job, tableFiles } = found;
  const first = Math.max(table.firstChunk, from.chunk);
  const count = table.lastChunk - first + 1;
  const range = resultRange(job.result!, job.totals!.chunks, first, count);
  if (range === null) {
    const none = { chunks: Readable.from([]), range: { start: 0, end: 0, linesBefore: 0 }, values: null };
    return rowsOf(none, table, { chunk: first, row: from.row, wanted });
  }
  const chunks = await openResultBlob(deps, job, job.result!.key, range);
  try {
    const values = await openValues(deps, found, tableFiles, { first, count });
    return rowsOf({ chunks, range, values }, table, { chunk: first, row: from.row, wanted });
  } catch (error) {
    chunks.destroy();
    throw error;
  }
}

interface OpenValues {
  stream: Readable;
  linesBefore: number;
}

interface OpenBlobs {
  chunks: Readable;
  range: ResultRange;
  /** Null for a text file. */
  values: OpenValues | null;
}

async function openValues(
  deps: Pick<ServiceDeps, 'blobs'>,
  { job }: JobWithTables,
  { values }: TableFiles,
  { first, count }: { first: number; count: number },
): Promise<OpenValues | null> {
  if (values === null) return null;
  const page: ChunkOffset = values.pages.findLast(({ chunk }) => chunk <= first) ?? values.pages[0]!;
  const next = values.pages.find(({ chunk }) => chunk >= first + count);
  const end = (next?.offset ?? values.byteSize) - 1;
  const stream = await openResultBlob(deps, job, values.key, { start: page.offset, end });
  return { stream, linesBefore: first - page.chunk };
}

async function* rowsOf(
  { chunks, range, values }: OpenBlobs,
  table: ParsedTable,
  { chunk: first, row: firstRow, wanted }: TablePlace & { wanted: WantedRows },
): AsyncGenerator<PlacedRow, undefined> {
  const columnAt = new Map(table.columns.map(({ column }, at) => [column, at]));
  const mark = `"table_id":${JSON.stringify(table.id)}`;
  /** Rows of a wide table, whose columns are in several chunks. */
  const pending = new Map<number, PendingRow>();
  try {
    const valueLines = values === null ? null : linesOf(values.stream);
    for (let skipped = 0; skipped < (values?.linesBefore ?? 0); skipped++) await valueLines!.next();
    let index = first - range.linesBefore;
    for await (const line of linesOf(chunks)) {
      const chunkIndex = index++;
      if (chunkIndex < first) continue;
      if (chunkIndex > table.lastChunk) break;
      const valueLine = valueLines === null ? null : (await valueLines.next()).value!;
      if (!line.includes(mark)) continue;
      const chunk = JSON.parse(line.replace(/,$/, '')) as SpreadsheetChunk;
      if (!tableRowRoles.has(chunk.row_role) || (wanted === 'data' && chunk.row_role !== 'data')) continue;
      yield* rowsBefore(pending, chunk.row_start!);
      const stored = valueLine === null ? null : (JSON.parse(valueLine) as ValuesLine);
      for (const row of readTableRows(chunk, stored, table, columnAt))
        if (row.row >= firstRow) addRow(pending, row, chunkIndex);
    }
    yield* rowsBefore(pending, Infinity);
  } finally {
    chunks.destroy();
    values?.stream.destroy();
  }
  return undefined;
}

function addRow(pending: Map<number, PendingRow>, row: TableRow, chunk: number): void {
  const known = pending.get(row.row);
  if (known === undefined) pending.set(row.row, { ...row, chunk });
  else known.cells.push(...row.cells);
}

/** Takes the rows above a row: chunks are ordered by their first rows, so that these rows are complete. */
function* rowsBefore(pending: Map<number, PendingRow>, row: number): Generator<PlacedRow, undefined> {
  const ordered = [...pending.values()].sort((a, b) => a.row - b.row);
  let earliest = Infinity;
  for (const entry of ordered.toReversed()) entry.chunk = earliest = Math.min(earliest, entry.chunk);
  for (const entry of ordered) {
    if (entry.row >= row) break;
    pending.delete(entry.row);
    entry.cells.sort((a, b) => a.column - b.column);
    yield entry;
  }
  return undefined;
}
