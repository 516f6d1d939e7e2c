import {
  type ParsedTable,
  type TableColumn,
  type TableColumnType,
} from '../../../domain/documents/parsed-table';
import { columnLetters, type SheetInfo } from 'spreadsheet-reader';
import { toJson } from 'spreadsheet-reader/toolkit';
import { gapRowsMax } from '../chunking/table-registry';
import { noValuesLine } from './cell-codes';
import { VALUE, valueSlots } from './count-values';
import { type TableExcerpt } from './table-excerpt';

/** Receiver of the lines of a sheet's tables and values. */
export interface TableLines {
  /** @param line JSON of a {@link ParsedTable} */
  table(line: string): void;
  /** @param line line of values of a chunk */
  values(chunkIndex: number, line: string): void;
}

/** Gathers the tables of a sheet from its chunks. */
export interface TableLedger {
  /** Adds a chunk, in their order; null for one that belongs to no table. */
  add(chunkIndex: number, excerpt: TableExcerpt | null): void;
  /** Writes the tables, in the order of their first rows and columns. */
  end(): void;
}

interface ColumnTally {
  header: string;
  counts: Uint32Array;
  unit: string | null;
  mark: '.' | ',' | null;
  order: 'day first' | 'month first' | null;
}

interface OpenTable {
  excerpt: TableExcerpt;
  lastRow: number;
  firstChunk: number;
  lastChunk: number;
  columns: Map<number, ColumnTally>;
}

interface ClosedTable {
  firstRow: number;
  firstColumn: number;
  json: Buffer;
}

/**
 * Creates an empty ledger. A table is closed as soon as no further chunk can belong to it, so that open ones
 * are few however many tables a sheet has.
 */
export function createTableLedger(
  sheet: Pick<SheetInfo, 'name' | 'state'>,
  { typedByText, date1904 }: Pick<ParsedTable, 'typedByText' | 'date1904'>,
  lines: TableLines,
): TableLedger {
  const open = new Map<string, OpenTable>();
  const closed: ClosedTable[] = [];

  function close({ excerpt, columns, lastRow, firstChunk, lastChunk }: OpenTable): void {
    const { table, headerRows, firstRow } = excerpt;
    const sorted = [...columns].sort(([a], [b]) => a - b);
    const parsed: ParsedTable = {
      id: table.id,
      sheetName: sheet.name,
      sheetState: sheet.state,
      title: table.title,
      firstRow: headerRows?.[0] ?? firstRow,
      lastRow,
      headerRows,
      rowCount: table.rowCount,
      firstChunk,
      lastChunk,
      typedByText,
      date1904,
      columns: sorted.map(([column, tally]) => columnOf(column, tally)),
    };
    closed.push({ firstRow: parsed.firstRow, firstColumn: sorted[0]![0], json: Buffer.from(toJson(parsed)) });
  }

  /** Closes the tables that a chunk which begins at a row, and all later chunks, cannot belong to. */
  function closeAbove(row: number): void {
    for (const [id, entry] of open) {
      const end = Math.max(entry.lastRow, entry.excerpt.table.declaredTo ?? 0);
      if (row - end <= gapRowsMax + 1) continue;
      close(entry);
      open.delete(id);
    }
  }

  return {
    add(chunkIndex, excerpt) {
      if (!typedByText) lines.values(chunkIndex, excerpt?.values ?? noValuesLine);
      if (excerpt === null) return;
      closeAbove(excerpt.firstRow);
      const { id } = excerpt.table;
      const entry = open.get(id) ?? {
        excerpt,
        lastRow: 0,
        firstChunk: chunkIndex,
        lastChunk: chunkIndex,
        columns: new Map<number, ColumnTally>(),
      };
      open.set(id, entry);
      entry.lastRow = Math.max(entry.lastRow, excerpt.lastRow);
      entry.lastChunk = chunkIndex;
      addColumns(entry.columns, excerpt);
    },
    end() {
      for (const entry of open.values()) close(entry);
      open.clear();
      closed.sort((a, b) => a.firstRow - b.firstRow || a.firstColumn - b.firstColumn);
      for (const { json } of closed) lines.table(json.toString());
      closed.length = 0;
    },
  };
}

function addColumns(
  columns: Map<number, ColumnTally>,
  { firstColumn, names, counts, locals, habits }: TableExcerpt,
): void {
  for (const [c, header] of names.entries()) {
    let tally = columns.get(firstColumn + c);
    if (tally === undefined) {
      tally = { header, counts: new Uint32Array(valueSlots), unit: null, mark: null, order: null };
      columns.set(firstColumn + c, tally);
    }
    if (tally.header === '') tally.header = header;
    tally.mark ??= habits[c]?.mark ?? null;
    tally.order ??= habits[c]?.order ?? null;
    if (counts === null) continue;
    const local = locals.get(c);
    if (local === undefined) {
      for (let slot = 0; slot < valueSlots; slot++) tally.counts[slot]! += counts[c * valueSlots + slot]!;
      continue;
    }
    tally.counts[local.type === 'number' ? VALUE.numbers : VALUE.dates]! += local.values.length;
    tally.counts[VALUE.texts]! += local.texts;
    tally.unit ??= local.unit;
  }
}

function columnOf(column: number, tally: ColumnTally): TableColumn {
  const { header, unit, mark, order } = tally;
  const type = typeOf(tally);
  return {
    column: columnLetters(column),
    header,
    type,
    ...(type === 'number' && unit !== null ? { unit } : {}),
    ...(type === 'number' && mark !== null ? { decimalMark: mark } : {}),
    ...(type === 'date' && order !== null ? { dateOrder: order } : {}),
  };
}

function typeOf({ counts }: ColumnTally): TableColumnType | null {
  const of = (slot: number) => counts[slot]!;
  const filled = counts.reduce((sum, count) => sum + count, 0);
  if (filled === 0) return null;
  const counted = filled - of(VALUE.others);
  if (of(VALUE.codes) > 0) return 'text';
  if (of(VALUE.numbers) * 2 > counted) return 'number';
  if (of(VALUE.dates) * 2 > counted) return 'date';
  return of(VALUE.booleans) * 2 > counted ? 'boolean' : 'text';
}
