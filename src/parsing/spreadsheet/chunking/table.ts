import { chunkCharsMax } from '../../../domain/platform/limits';
import { type RowRole } from '../../../domain/documents/spreadsheet-chunk';
import { type RowBuffer } from 'spreadsheet-reader';
import { ChunkPanel, type PanelKey } from './chunk-panel';
import { gapColumnsMax } from './column-bands';
import { createRowKeys } from './row-keys';
import { type SheetContext } from './sheet-context';
import { type TableIdentity } from './table-identity';

/**
 * Upper bound of the columns of an undivided table. Its repeated header must also take less than half of a
 * chunk.
 */
const wholeColumnsMax = 128;
const wholeHeaderCharsMax = chunkCharsMax / 2;
/**
 * Upper bound of the columns of a panel in a wider table. Panels are narrow so that several rows fit a chunk:
 * headers and facts, which each chunk repeats, stay in proportion, and sparse rows do not become lines of
 * blanks.
 */
const panelColumnsMax = 32;
const panelHeaderCharsMax = chunkCharsMax / 12;
const separatorChars = 3;

/** Table of a sheet: its columns under their header, divided into panels where it is very wide. */
export interface Table {
  readonly firstColumn: number;
  readonly lastColumn: number;
  readonly hasData: boolean;
  /** Last appended row, 1-based; 0 before the first. */
  readonly lastRow: number;
  /** Panel of all columns; null where there are several panels. */
  readonly onlyPanel: ChunkPanel | null;
  /** Appends the cells `from` to `to` (exclusive) of a row. Cells outside the table's columns widen it. */
  append(role: RowRole, row: RowBuffer, from: number, to: number): void;
  /** Writes the open chunk; more rows may follow. */
  flush(): void;
}

export interface TableStart {
  firstColumn: number;
  lastColumn: number;
  /** Name of each column, and the first and last header row; null without a header. */
  header: { names: readonly string[]; rows: readonly [number, number] } | null;
  /** Null for rows outside tables. */
  identity: TableIdentity | null;
  /** Column with the names of the rows, which each panel without that column repeats; null for none. */
  keyColumn: number | null;
}

export function createTable(context: SheetContext, start: TableStart): Table {
  const panels = panelsOf(context, start);
  const keys = start.keyColumn === null ? null : createRowKeys(context, start.keyColumn);
  let only = panels.length === 1 ? panels[0]! : null;
  let lastRow = 0;
  let hasData = false;

  function appendWide(role: RowRole, row: RowBuffer, from: number, to: number): void {
    const { column } = row;
    const key = keys?.of(row, from, to) ?? null;
    let cell = from;
    const [leftmost] = panels;
    if (column[from]! < leftmost!.firstColumn) leftmost!.startAt(column[from]!);
    for (let p = 0; p < panels.length && cell < to; p++) {
      const panel = panels[p]!;
      const isLast = p === panels.length - 1;
      // Cells between two panels belong to the left one: their columns appeared after the division.
      const end = isLast ? panel.firstColumn + wholeColumnsMax : panels[p + 1]!.firstColumn;
      const own = Math.min(end, panel.lastColumn + 1);
      const begin = cell;
      while (cell < to && column[cell]! < own) cell++;
      while (cell < to && column[cell]! < end && extendPanel(panel, column[cell]!)) cell++;
      if (cell > begin) panel.append(role, row, begin, cell, key);
      if (isLast && cell < to) panels.push(panelOf(context, start, column[cell]!, column[cell]!));
    }
    only = panels.length === 1 ? panels[0]! : null;
  }

  return {
    get firstColumn() {
      return panels[0]!.firstColumn;
    },
    get lastColumn() {
      return panels.at(-1)!.lastColumn;
    },
    get lastRow() {
      return lastRow;
    },
    get onlyPanel() {
      return only;
    },
    get hasData() {
      return hasData;
    },
    append(role, row, from, to) {
      lastRow = row.row;
      if (role === 'data') hasData = true;
      if (role !== 'header' && start.identity !== null) start.identity.rowCount++;
      if (only !== null && row.column[from]! >= only.firstColumn && row.column[to - 1]! <= only.lastColumn) {
        only.append(role, row, from, to, null);
      } else appendWide(role, row, from, to);
    },
    flush() {
      for (const panel of panels) panel.close();
    },
  };
}

/**
 * Extends a panel to a column near its end; false where the column is too far away and begins a new panel.
 */
function extendPanel(panel: ChunkPanel, column: number): boolean {
  if (column <= panel.lastColumn) return true;
  if (column - panel.lastColumn - 1 > gapColumnsMax) return false;
  panel.extendTo(column);
  return true;
}

function panelsOf(context: SheetContext, start: TableStart): ChunkPanel[] {
  const columns = start.lastColumn - start.firstColumn + 1;
  const nameChars = (c: number) => (start.header?.names[c]?.length ?? 0) + separatorChars;
  let all = 0;
  for (let c = 0; c < columns; c++) all += nameChars(c);
  if (columns <= wholeColumnsMax && all <= wholeHeaderCharsMax) {
    return [panelOf(context, start, start.firstColumn, start.lastColumn)];
  }
  const panels: ChunkPanel[] = [];
  let from = 0;
  let chars = 0;
  for (let c = 0; c < columns; c++) {
    if (c > from && (chars + nameChars(c) > panelHeaderCharsMax || c - from === panelColumnsMax)) {
      panels.push(panelOf(context, start, start.firstColumn + from, start.firstColumn + c - 1));
      from = c;
      chars = 0;
    }
    chars += nameChars(c);
  }
  panels.push(panelOf(context, start, start.firstColumn + from, start.lastColumn));
  return panels;
}

function panelOf(context: SheetContext, start: TableStart, first: number, last: number): ChunkPanel {
  const header =
    start.header === null ? null : { names: namesOf(start, first, last), rows: start.header.rows };
  return new ChunkPanel(context, first, last, header, keyOf(start, first, last), start.identity);
}

/** Key column for a panel that does not contain it; null otherwise. */
function keyOf(start: TableStart, first: number, last: number): PanelKey | null {
  const { keyColumn: column } = start;
  if (column === null || (column >= first && column <= last)) return null;
  return { column, name: start.header?.names[column - start.firstColumn] ?? '' };
}

function namesOf(start: TableStart, first: number, last: number): string[] {
  return Array.from(
    { length: last - first + 1 },
    (_, i) => start.header?.names[first - start.firstColumn + i] ?? '',
  );
}
