import { chunkCharsMax } from '../../../domain/platform/limits';
import { type RowRole } from '../../../domain/documents/spreadsheet-chunk';
import { JsonText } from '../display/json-text';
import { KeptKind } from '../facts/chunk-cells';
import { keepTyped } from '../facts/typed-text';
import { CellKind, type RowBuffer } from '../workbook-reader';
import { factsColumnJson, headersJson } from './chunk-writer';
import { writeRaw, writeRawLine } from './raw-line';
import { type ChunkBuffers, type SheetContext } from './sheet-context';

/** Blank rows within a chunk at most, as empty lines; more of them close it. */
export const blankRowsMax = 8;

/** Header of a table, reduced to the columns of one panel. */
export interface PanelHeader {
  /** Name of each column; '' for a column that appeared later. */
  names: string[];
  rows: readonly [number, number];
}

/**
 * Open chunk of some columns of a table, and writer of the chunks before it. The text of a data, subtotal or
 * total chunk is:
 *
 * - where the table has a header, one line with the column names (`column_headers`);
 * - then one line per row from `row_start` to `row_end`, empty for a row without cells.
 *
 * A line has the cells from `column_start` on, joined by ` | `; blanks are empty, and blanks after the last
 * cell are left out. Within a cell `\`, `|`, LF and CR are written `\\`, `\|`, `\n` and `\r`. Header and note
 * chunks have row lines only. The lines thus reproduce every cell. This is a class because each cell of a
 * sheet passes through it.
 */
export class ChunkPanel {
  private readonly context: SheetContext;
  private buffers: ChunkBuffers | null = null;
  private role: RowRole = 'data';
  private firstRow = 0;
  private lastRow = 0;
  private rowCount = 0;
  private hiddenRows: number[] = [];
  /** Characters of the repeated header line and its line break. */
  private prefixLength = 0;
  private prefixChars = 0;
  private headers: Uint8Array | null = null;
  private hiddenColumns: readonly string[] | null = null;
  private columnJson: readonly Uint8Array[] | null = null;
  /** Repeated header line with its line break, cached because every chunk starts with it. */
  private headerLine: JsonText | null = null;

  constructor(
    context: SheetContext,
    public firstColumn: number,
    public lastColumn: number,
    private readonly header: PanelHeader | null,
  ) {
    this.context = context;
    this.describeColumns();
  }

  private describeColumns(): void {
    this.headers = null;
    this.hiddenColumns = null;
    this.columnJson = null;
    this.headerLine = null;
  }

  private describeFacts(): Uint8Array[] {
    const columns = Array.from(
      { length: this.lastColumn - this.firstColumn + 1 },
      (_, c) => this.firstColumn + c,
    );
    return columns.map((column, c) => factsColumnJson(column, this.header?.names[c] ?? ''));
  }

  /** Extends the panel to a column on its right, which has no name. */
  extendTo(column: number): void {
    while (this.lastColumn < column) {
      this.lastColumn++;
      this.header?.names.push('');
    }
    this.describeColumns();
  }

  /**
   * Extends the panel to a column on its left. Lines already written are aligned differently, so that their
   * chunk closes.
   */
  startAt(column: number): void {
    this.close();
    while (this.firstColumn > column) {
      this.firstColumn--;
      this.header?.names.unshift('');
    }
    this.describeColumns();
  }

  /**
   * Appends the cells `from` to `to` (exclusive) of a row, all within the panel's columns. Rows must ascend.
   */
  append(role: RowRole, row: RowBuffer, from: number, to: number): void {
    if (this.rowCount > 0 && (role !== this.role || row.row - this.lastRow > blankRowsMax + 1)) this.close();
    const { text, cells } = (this.buffers ??= this.open(role));
    const length = text.length;
    const chars = text.chars;
    const count = cells.count;
    if (this.rowCount > 0) for (let r = this.lastRow; r < row.row; r++) text.lineBreak();
    const lineStart = text.length;
    const charsBefore = text.chars;
    this.writeLine(row, from, to);
    if (this.rowCount > 0 && text.chars > chunkCharsMax) {
      const lineEnd = text.length;
      const lineChars = text.chars - charsBefore;
      const countEnd = cells.count;
      text.length = length;
      text.chars = chars;
      cells.count = count;
      this.emit();
      text.bytes.copyWithin(this.prefixLength, lineStart, lineEnd);
      text.length = this.prefixLength + lineEnd - lineStart;
      text.chars = this.prefixChars + lineChars;
      cells.count = countEnd;
      cells.dropBefore(count, lineStart - this.prefixLength);
    }
    if (this.rowCount === 0) this.firstRow = row.row;
    this.lastRow = row.row;
    this.rowCount++;
    if (row.hidden) this.hiddenRows.push(row.row);
  }

  private writeLine(row: RowBuffer, from: number, to: number): void {
    const buffers = this.buffers!;
    const { display, typedByText } = this.context;
    const { firstColumn } = this;
    const raw = row.raw ?? null;
    if (raw !== null && typedByText) {
      writeRawLine(buffers, row, raw, from, to, firstColumn);
      return;
    }
    const { text, cells } = buffers;
    cells.reserve(to - from);
    const { column: columns, kind: kinds, number: numbers, start: starts, end: ends } = cells;
    let column = firstColumn;
    let at = cells.count;
    for (let i = from; i < to; i++, at++) {
      const next = row.column[i]!;
      if (next > column) {
        text.separators(next - column);
        column = next;
      }
      const kind = row.kind[i]!;
      const start = text.length;
      starts[at] = start;
      columns[at] = next - firstColumn;
      kinds[at] = kind;
      numbers[at] = row.number[i]!;
      if (kind !== CellKind.text) {
        display.write(text, row, i);
        // A duration (`[h]:mm`) is a number of days and not a date.
        if (kind === CellKind.date && display.format(row.style[i]!).elapsed) kinds[at] = CellKind.number;
      } else {
        const change = display.format(row.style[i]!).text;
        if (change === null && raw !== null && raw.start[i]! >= 0) writeRaw(text, raw, i);
        else {
          const value = row.text[i]!;
          const { surrogates } = text;
          text.cell(change?.(value) ?? value);
          if (change !== null || text.surrogates !== surrogates) cells.unlike.set(at, value);
        }
        if (typedByText) keepTyped(cells, at, text.bytes, start, text.length);
      }
      ends[at] = text.length;
    }
    cells.count = at;
  }

  private open(role: RowRole): ChunkBuffers {
    const buffers = this.context.pool.lend();
    this.role = role;
    if (this.header !== null && role !== 'header' && role !== 'note') {
      buffers.text.append((this.headerLine ??= lineOf(this.header.names)));
    }
    this.prefixLength = buffers.text.length;
    this.prefixChars = buffers.text.chars;
    return buffers;
  }

  /** Writes the open chunk, if there is one. */
  close(): void {
    if (this.buffers === null) return;
    this.emit();
    this.context.pool.takeBack(this.buffers);
    this.buffers = null;
  }

  private emit(): void {
    const { context, firstRow, lastRow, firstColumn, lastColumn } = this;
    const buffers = this.buffers!;
    const { text } = buffers;
    const writeFacts = this.role === 'data' ? context.writeFacts : null;
    this.hiddenColumns ??= context.hiddenColumns(firstColumn, lastColumn);
    context.writer.table({
      text,
      role: this.role,
      firstRow,
      lastRow,
      firstColumn,
      lastColumn,
      repeatedChars: this.prefixChars,
      headers: (this.headers ??= headersJson(this.header?.names ?? [], this.header?.rows ?? null)),
      hiddenRows: this.hiddenRows,
      hiddenColumns: this.hiddenColumns,
      annotations: context.annotations.take(firstRow, lastRow, firstColumn, lastColumn),
      facts: writeFacts && {
        rowCount: this.rowCount,
        writeColumns: (out) => {
          writeFacts(out, buffers, (this.columnJson ??= this.describeFacts()));
        },
      },
    });
    this.rowCount = 0;
    this.hiddenRows = [];
  }

  /**
   * Whether a value is the sum of the column's last numbers, at least two, in the open chunk; this identifies
   * totals without a formula.
   */
  endsInSum(column: number, sum: number): boolean {
    const cells = this.buffers?.cells;
    if (cells === undefined) return false;
    let total = 0;
    let addends = 0;
    for (let i = cells.count - 1; i >= 0; i--) {
      if (cells.column[i] !== column - this.firstColumn) continue;
      if (cells.kind[i] !== KeptKind.number && cells.kind[i] !== KeptKind.decimal) continue;
      total += cells.number[i]!;
      addends++;
      if (addends > 1 && Math.abs(total - sum) <= 1e-9 * Math.max(1, Math.abs(sum))) return true;
    }
    return false;
  }

  /** Last text of a column in the open chunk, null for none. */
  lastText(column: number): string | null {
    if (this.buffers === null) return null;
    const { text, cells } = this.buffers;
    for (let i = cells.count - 1; i >= 0; i--) {
      if (cells.column[i] === column - this.firstColumn && isText(cells.kind[i]!))
        return cells.textOf(i, text);
    }
    return null;
  }
}

/** Whether a cell kind is stored as text. */
function isText(kind: number): boolean {
  return kind === KeptKind.text || kind === KeptKind.error || kind >= KeptKind.decimal;
}

function lineOf(names: readonly string[]): JsonText {
  const line = new JsonText();
  const end = names.findLastIndex((name) => name !== '') + 1;
  for (let c = 0; c < end; c++) {
    if (c > 0) line.separators(1);
    line.cell(names[c]!);
  }
  line.lineBreak();
  return line;
}
