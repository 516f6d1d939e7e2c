import { chunkCharsMax } from '../../../domain/platform/limits';
import { type RowRole } from '../../../domain/documents/spreadsheet-chunk';
import { type EncodedText, type JsonText, separatorLength } from 'spreadsheet-reader/toolkit';
import { KeptKind } from '../facts/chunk-cells';
import { keepTyped } from '../facts/typed-text';
import { CellKind, columnLetters, type RowBuffer } from 'spreadsheet-reader';
import { lastTextOf, numbersOf } from '../facts/column-cells';
import { type ColumnHabit, type LocalColumn, readLocalColumns } from '../facts/local-column';
import { blankRowsMax, type OpenChunk } from './chunk-order';
import { lineOfNames, type PanelHeader } from './column-names';
import { createColumnTotals } from './column-totals';
import { factsColumnJson, headersJson } from './chunk-writer';
import { createMergedLabels, type MergedLabels } from './merged-labels';
import { writeRaw, writeRawLine } from './raw-line';
import { type ChunkBuffers, type SheetContext } from './sheet-context';
import { cellAtOrAfter } from './stored-row';
import { type TableIdentity } from './table-identity';
import { tableExcerpt, type TableExcerpt } from '../tables/table-excerpt';

const noLocals: ReadonlyMap<number, LocalColumn> = new Map();

/** Column to the left or right of a panel, 0-based, with the names of the rows. */
export interface PanelKey {
  column: number;
  name: string;
}

/**
 * Open chunk for some columns of a table, and writer of the panel's earlier chunks. The text of a data,
 * subtotal or total chunk is:
 *
 * - where the table has a header, one line with the column names (`column_headers`);
 * - then one line per row from `row_start` to `row_end`, empty for a row without cells.
 *
 * A line has the cells from `column_start` on, joined by ` | `; blanks are empty, and blanks after the last
 * cell are left out. Within a cell `\`, `|`, LF and CR are written `\\`, `\|`, `\n` and `\r`. Header and note
 * chunks have row lines only. The lines thus reproduce every cell. The first line also has the labels of
 * merged cells that began in an earlier chunk and cover its row. Where a key column is outside the panel, the
 * line of column names begins with its name, and each row's line with the row's key. It is a class because
 * each cell of a sheet passes through it.
 */
export class ChunkPanel implements OpenChunk {
  private readonly context: SheetContext;
  private buffers: ChunkBuffers | null = null;
  private role: RowRole = 'data';
  firstRow = 0;
  lastRow = 0;
  private rowCount = 0;
  /** Characters of the separators between cells. */
  private separatorChars = 0;
  private hiddenRows: number[] = [];
  private readonly labels: MergedLabels | null;
  private readonly totals = createColumnTotals();
  /** True once a chunk of data rows is complete. */
  private isContinued = false;
  /** Number and date notations that the columns of a text file have shown. */
  private habits: ColumnHabit[] = [];
  /** Characters of the merged labels in the first line. */
  private labelChars = 0;
  /** Columns of the merged labels in the first line, from the panel's first column. */
  private labelColumns: number[] = [];
  /** Key of the row that is being appended. `keyChars` counts all keys with their separators. */
  private rowKey: EncodedText | null = null;
  private keyChars = 0;
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
    private readonly key: PanelKey | null,
    private readonly identity: TableIdentity | null,
  ) {
    this.context = context;
    this.labels = createMergedLabels(context.merges, context.display);
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

  /**
   * Extends the panel to a nameless column on its right. The open chunk closes first where other chunks may
   * have cells of that column in its rows.
   */
  extendTo(column: number): void {
    if (this.rowCount > 0 && this.context.order.isBesideOthers(this, this.lastColumn + 1, column))
      this.close();
    while (this.lastColumn < column) {
      this.lastColumn++;
      this.header?.names.push('');
    }
    this.describeColumns();
  }

  /**
   * Extends the panel to a column on its left. The open chunk closes first, because its lines begin at the
   * old column.
   */
  startAt(column: number): void {
    this.close();
    while (this.firstColumn > column) {
      this.firstColumn--;
      this.header?.names.unshift('');
    }
    this.totals.clear();
    this.habits = [];
    this.describeColumns();
  }

  /**
   * Appends the cells `from` to `to` (exclusive) of a row, all within the panel's columns. Rows must ascend.
   *
   * @param key value of the key column where that column is outside the panel
   */
  append(role: RowRole, row: RowBuffer, from: number, to: number, key: EncodedText | null): void {
    this.rowKey = this.key === null || role === 'header' ? null : key;
    if (this.rowCount > 0 && (role !== this.role || row.row - this.lastRow > blankRowsMax + 1)) this.close();
    let lastColumn;
    if (this.buffers === null) {
      this.firstRow = row.row;
      this.context.order.opened(this);
      this.buffers = this.open(role);
      lastColumn = this.writeFirstLine(row, from, to);
    } else lastColumn = this.writeNextLine(row, from, to);
    // The column names already contain the labels of header rows.
    if (role !== 'header') this.labels?.add(row, from, to);
    if (this.rowCount === 0) this.firstRow = row.row;
    this.lastRow = row.row;
    this.rowCount++;
    this.separatorChars += (lastColumn - this.firstColumn) * separatorLength;
    if (this.rowKey !== null) this.keyChars += this.rowKey.chars + separatorLength;
    if (row.hidden) this.hiddenRows.push(row.row);
  }

  /**
   * Writes the line of the chunk's first row, with the merged labels that cover the row, and returns its last
   * column.
   */
  private writeFirstLine(row: RowBuffer, from: number, to: number): number {
    const { text } = this.buffers!;
    this.writeKey(text);
    let cell = from;
    let column = this.firstColumn;
    for (const label of this.labels?.reaching(row.row) ?? []) {
      const { firstColumn } = label.range;
      const end = Math.min(cellAtOrAfter(row, firstColumn, cell), to);
      if (end < to && row.column[end] === firstColumn) {
        this.labels!.drop(label);
        continue;
      }
      column = this.writeLine(row, cell, end, column);
      text.separators(firstColumn - column);
      const charsBefore = text.chars;
      text.cell(label.text);
      this.labelChars += text.chars - charsBefore;
      this.labelColumns.push(firstColumn - this.firstColumn);
      column = firstColumn;
      cell = end;
    }
    return this.writeLine(row, cell, to, column);
  }

  /**
   * Writes the line of a further row and returns its last column. A chunk without room for the line closes
   * before the row.
   */
  private writeNextLine(row: RowBuffer, from: number, to: number): number {
    const { text, cells } = this.buffers!;
    const length = text.length;
    const chars = text.chars;
    const count = cells.count;
    for (let r = this.lastRow; r < row.row; r++) text.lineBreak();
    const lineStart = text.length;
    const charsBefore = text.chars;
    this.writeKey(text);
    const lastColumn = this.writeLine(row, from, to, this.firstColumn);
    if (text.chars <= chunkCharsMax) return lastColumn;
    const lineEnd = text.length;
    const lineChars = text.chars - charsBefore;
    const countEnd = cells.count;
    text.length = length;
    text.chars = chars;
    cells.count = count;
    this.emit();
    if (this.labels !== null) {
      text.length = this.prefixLength;
      text.chars = this.prefixChars;
      cells.clear();
      return this.writeFirstLine(row, from, to);
    }
    text.bytes.copyWithin(this.prefixLength, lineStart, lineEnd);
    text.length = this.prefixLength + lineEnd - lineStart;
    text.chars = this.prefixChars + lineChars;
    cells.count = countEnd;
    cells.dropBefore(count, lineStart - this.prefixLength);
    return lastColumn;
  }

  private writeKey(text: JsonText): void {
    if (this.rowKey === null) return;
    text.encoded(this.rowKey);
    text.separators(1);
  }

  /** Writes cells, beginning at a column of the line, and returns the column of the last one. */
  private writeLine(row: RowBuffer, from: number, to: number, column: number): number {
    const buffers = this.buffers!;
    const { display, typedByText, plainNumbers } = this.context;
    const { firstColumn } = this;
    const raw = row.raw ?? null;
    if (raw !== null && typedByText) {
      writeRawLine(buffers, row, raw, from, to, firstColumn);
      return to > from ? row.column[to - 1]! : column;
    }
    const { text, cells } = buffers;
    cells.reserve(to - from);
    const { column: columns, kind: kinds, number: numbers, start: starts, end: ends, plain: plains } = cells;
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
        if (kind === CellKind.number) {
          plains[at] = plainNumbers?.has(row.number[i]!, row.style[i]!) === true ? 1 : 0;
        }
        // A duration (`[h]:mm`) is a number of days, not a date.
        if (kind === CellKind.date && display.format(row.style[i]!).elapsed) {
          kinds[at] = CellKind.number;
          plains[at] = 0;
        }
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
    return column;
  }

  private open(role: RowRole): ChunkBuffers {
    const buffers = this.context.pool.lend();
    this.role = role;
    if (this.header !== null && role !== 'header' && role !== 'note') {
      const keyName = this.key === null ? [] : [this.key.name];
      buffers.text.append((this.headerLine ??= lineOfNames([...keyName, ...this.header.names])));
    }
    this.prefixLength = buffers.text.length;
    this.prefixChars = buffers.text.chars;
    return buffers;
  }

  /** Writes the open chunk, if there is one. */
  close(): void {
    if (this.buffers === null) return;
    this.emit();
    this.context.pool.release(this.buffers);
    this.buffers = null;
    this.context.order.closed(this);
  }

  private emit(): void {
    const { context, firstRow, lastRow, firstColumn, lastColumn, rowCount } = this;
    const buffers = this.buffers!;
    const { text } = buffers;
    const writeFacts = this.role === 'data' ? context.writeFacts : null;
    this.addUp(buffers);
    const isTyped = writeFacts !== null || (this.isOfTable && this.role === 'data');
    const locals =
      isTyped && context.typedByText
        ? readLocalColumns(buffers, lastColumn - firstColumn + 1, this.habits)
        : noLocals;
    this.hiddenColumns ??= context.hiddenColumns(firstColumn, lastColumn);
    context.order.add({
      text,
      role: this.role,
      firstRow,
      lastRow,
      firstColumn,
      lastColumn,
      keyColumn: this.key === null || this.role === 'header' ? null : columnLetters(this.key.column),
      layoutChars:
        this.prefixChars + this.labelChars + this.keyChars + this.separatorChars + lastRow - firstRow,
      headers: (this.headers ??= headersJson(this.header, this.identity)),
      excerpt: this.excerptOf(buffers, locals),
      hiddenRows: this.hiddenRows,
      hiddenColumns: this.hiddenColumns,
      mergedRanges: this.labels?.close(firstRow, lastRow) ?? [],
      annotations: context.annotations.take(firstRow, lastRow, firstColumn, lastColumn),
      facts: writeFacts && {
        rowCount,
        writeColumns: (out) => {
          writeFacts(out, buffers, { rowCount, heads: (this.columnJson ??= this.describeFacts()), locals });
        },
      },
    });
    this.rowCount = 0;
    this.labelChars = 0;
    this.labelColumns = [];
    this.keyChars = 0;
    this.separatorChars = 0;
    this.hiddenRows = [];
  }

  /** Whether the panel's chunks tell about a table that is gathered. */
  private get isOfTable(): boolean {
    return this.identity !== null && this.context.plainNumbers !== null;
  }

  private excerptOf(buffers: ChunkBuffers, locals: TableExcerpt['locals']): TableExcerpt | null {
    if (this.identity === null || !this.isOfTable) return null;
    const { identity: table, role, firstRow, lastRow, firstColumn, lastColumn, header, habits } = this;
    const { typedByText } = this.context;
    const place = { table, role, firstRow, lastRow, firstColumn, lastColumn, header };
    return tableExcerpt(place, buffers, { typedByText, locals, habits, labels: this.labelColumns });
  }

  /** Adds the numbers of the open chunk to those of the table. */
  private addUp({ cells }: ChunkBuffers): void {
    if (this.role !== 'data') return;
    const { totals } = this;
    totals.reserve(this.lastColumn - this.firstColumn + 1);
    const { column, kind, number, count } = cells;
    for (let i = 0; i < count; i++)
      if (kind[i] === KeptKind.number || kind[i] === KeptKind.decimal) totals.add(column[i]!, number[i]!);
    this.isContinued = true;
  }

  get isNamed(): boolean {
    return this.header !== null;
  }

  /** Numbers of a column in the open chunk, in order; `isLocal` where they are in a country's notation. */
  openNumbers(column: number): { values: number[]; isLocal: boolean } {
    if (this.buffers === null) return { values: [], isLocal: false };
    return numbersOf(this.buffers, column - this.firstColumn, this.context.typedByText);
  }

  /**
   * Sum and count of a column's numbers in all data rows so far; null where complete chunks may contain
   * numbers in a country's notation, which are not added.
   */
  dataTotal(column: number): { sum: number; count: number } | null {
    const c = column - this.firstColumn;
    const { values, isLocal } =
      this.role === 'data' ? this.openNumbers(column) : { values: [], isLocal: false };
    if (isLocal && this.isContinued) return null;
    return {
      sum: values.reduce((sum, value) => sum + value, this.totals.sum(c)),
      count: values.length + this.totals.count(c),
    };
  }

  /** Last text of a column in the open chunk, null for none. */
  lastText(column: number): string | null {
    return this.buffers === null ? null : lastTextOf(this.buffers, column - this.firstColumn);
  }
}
