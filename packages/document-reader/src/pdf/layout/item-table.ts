import { median } from '../../median';
import { around, type Rect } from '../rect';
import { type Line, linesIn, type Piece } from './amount-table';
import { type TableGrid } from './atom';
import { isAmount } from './header-rows';
import { segmentOf } from './segment';
import { columnsOf, type Interval, unite } from './strips';
import { type Word } from './word';

/** A table of items, such as those of an invoice, found by the names above its columns. */
export interface ItemTable {
  rect: Rect;
  table: TableGrid;
  columns: number;
  /** Share of the items above the next names of columns that are in the table. */
  share: number;
  words: Set<Word>;
}

/** Least texts of a line of names and of an item, and least amounts of an item. */
const textsMin = 3;
const amountsMin = 2;
/** Least names above a single item. */
const singleNamesMin = 4;
/** Least share of columns that have a name. */
const namedShareMin = 0.6;
/** Greatest distances of baselines, in font sizes: of lines of one name, and of lines of a table. */
const namePitchMax = 1.5;
const pitchMax = 8;
/** Ratio of the widest white between lines to the others from which it divides two rows. */
const dividingRatioMin = 1.2;
/** Ratio of the white above a line to the widest within the table from which the line is not of it. */
const endRatioMin = 2;
/** Size of a line, as a ratio to that of the items, from which it is a heading. */
const headingSizeRatioMin = 1.15;
const leadingLinesMax = 3;
const groupLinesMax = 2;
const columnGapSizesMin = 0.2;
/** An amount with decimals, as prices have. */
const price = /\d[.,]\d{2,4}(?!\d)/u;

/**
 * Reads the first table of items among words: a line of names, and below it lines of texts and amounts that
 * keep to columns below these names. Other texts of the page may leave the same white open as some of its
 * columns, or close the white between others.
 */
export function readItemTable(words: readonly Word[]): ItemTable | null {
  const lines = linesIn(words);
  for (let at = 0; at < lines.length; at++) {
    const found = isNames(lines[at]!) ? tableBelow(lines, at) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Whether a line may name columns. */
function isNames({ pieces }: Line): boolean {
  return (
    pieces.length >= textsMin &&
    pieces.every(({ isAmount: isNumber, text }) => !isNumber && !text.endsWith(':'))
  );
}

/** Whether a line is the first of an item: several texts, among them amounts and a price. */
function isItem({ pieces }: Line): boolean {
  const amounts = pieces.filter((piece) => piece.isAmount && isAmount(piece.text));
  return (
    pieces.length >= textsMin && amounts.length >= amountsMin && amounts.some(({ text }) => price.test(text))
  );
}

function tableBelow(lines: readonly Line[], at: number): ItemTable | null {
  const { groups, names, end } = namesAt(lines, at);
  const found = bodyBelow(lines, end);
  if (found === null) return null;
  const { body, size } = found;
  const { columns, header } = withNames(found.columns, names, size);
  const items = body.filter(isItem).length;
  const named = header.filter((name) => name !== '').length;
  if (named < columns.length * namedShareMin || (items < 2 && named < singleNamesMin)) return null;
  const rows = rowsOf(body, columns);
  const used = [...groups, ...names, ...rows.flatMap((row) => row.lines)];
  return {
    rect: around(used),
    table: {
      rows: [...groups.map((line) => cellsOf(line, columns)), header, ...rows.map(({ cells }) => cells)],
      headerRows: groups.length + 1,
    },
    columns: columns.length,
    share: items / itemsBelow(lines, end),
    words: new Set(used.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.words))),
  };
}

/** Number of items from a line on, up to the next names of columns. */
function itemsBelow(lines: readonly Line[], start: number): number {
  const next = lines.findIndex((line, at) => at >= start && isNames(line));
  return lines.slice(start, next < 0 ? undefined : next).filter(isItem).length;
}

/**
 * The lines of the names of columns around the line `at`, the index behind them, and the lines above them
 * that name groups of columns.
 */
function namesAt(lines: readonly Line[], at: number): { groups: Line[]; names: Line[]; end: number } {
  const main = lines[at]!;
  // A title begins at the left as well; the upper lines of names do not.
  const isNear = (line: Line, beside: Line) =>
    Math.abs(line.baseline - beside.baseline) <= Math.max(line.size, beside.size) * namePitchMax &&
    line.left >= main.left &&
    line.right <= main.right + line.size &&
    line.pieces.every((piece) => !piece.isAmount);
  const isPart = (line: Line, beside: Line) => isNear(line, beside) && !crosses(line, main.pieces);
  const isTitle = (line: Line) => line.pieces.length === 1 && line.left <= main.left + line.size;
  let start = at;
  while (start > 0 && isPart(lines[start - 1]!, lines[start]!) && !isTitle(lines[start - 1]!)) start--;
  let end = at + 1;
  while (end < lines.length && !isNames(lines[end]!) && isPart(lines[end]!, lines[end - 1]!)) end++;
  let top = start;
  const isGroups = (line: Line, beside: Line) => line.pieces.length > 1 && isNear(line, beside);
  while (top > 0 && start - top < groupLinesMax && isGroups(lines[top - 1]!, lines[top]!)) top--;
  return { groups: lines.slice(top, start), names: lines.slice(start, end), end };
}

/** The lines of items from `start` on, and their columns. */
function bodyBelow(
  lines: readonly Line[],
  start: number,
): { body: Line[]; columns: Interval[]; size: number } | null {
  const first = lines.findIndex((line, index) => index >= start && isItem(line));
  if (first < 0 || first - start > leadingLinesMax) return null;
  if (lines.slice(start, first).some(({ pieces }) => pieces.length > 1)) return null;
  const { size } = lines[first]!;
  let columns = intervalsOf(lines[first]!, size);
  let end = first + 1;
  let items = 1;
  let widest = 0;
  for (let at = start; at < lines.length; at++) {
    const line = lines[at]!;
    const pitch = at === 0 ? 0 : line.baseline - lines[at - 1]!.baseline;
    const isFar = items > 1 && pitch > widest * endRatioMin && !isItemNear(lines, at, columns);
    if (pitch > size * pitchMax || isFar) break;
    if (at <= first) continue;
    if (isNames(line) || line.size > size * headingSizeRatioMin) break;
    widest = Math.max(widest, pitch);
    if (isItem(line)) {
      const both = columnsOf(unite(columns, intervalsOf(line, size)), size * columnGapSizesMin);
      if (both.length < columns.length || crosses(line, columns)) break;
      columns = both;
      items++;
    } else if (line.pieces.length > 1 && crosses(line, columns)) break;
    end = at + 1;
  }
  return end > first ? { body: lines.slice(start, end), columns, size } : null;
}

/** Whether one of the next lines is an item of these columns, as below the name of a group. */
function isItemNear(lines: readonly Line[], at: number, columns: readonly Interval[]): boolean {
  return lines.slice(at, at + leadingLinesMax).some((line) => isItem(line) && !crosses(line, columns));
}

function intervalsOf({ pieces }: Line, size: number): Interval[] {
  const taken = pieces.reduce<Interval[]>((all, { left, right }) => unite(all, [{ left, right }]), []);
  return columnsOf(taken, size * columnGapSizesMin);
}

/** Whether a text of a line reaches over two columns. */
function crosses({ pieces }: Line, columns: readonly Interval[]): boolean {
  return pieces.some((piece) => columns.filter((column) => overlapOf(piece, column) > 0).length > 1);
}

function overlapOf(a: Interval, b: Interval): number {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left);
}

/**
 * Columns with their names; a name over no column has one of its own. Names that nearly touch are taken apart
 * at their widest white.
 */
function withNames(
  found: readonly Interval[],
  names: readonly Line[],
  size: number,
): { columns: Interval[]; header: string[] } {
  const own = names
    .flatMap(({ pieces }) => pieces)
    .filter((piece) => found.every((column) => overlapOf(piece, column) <= 0));
  const columns = columnsOf(unite(found, own), size * columnGapSizesMin);
  const header = columns.map(() => '');
  for (const { pieces } of names)
    for (const piece of pieces) {
      const under = columns.flatMap((column, at) => (overlapOf(piece, column) > 0 ? [at] : []));
      const parts = under.length > 1 ? partsOf(piece.words, under.length) : [piece.text];
      const places = under.length === 0 ? [nearest(piece, columns)] : under;
      for (const [index, text] of parts.entries()) {
        const at = places[index]!;
        header[at] = header[at] === '' ? text : `${header[at]!} ${text}`;
      }
    }
  return { columns, header };
}

/** Texts of words that are cut at their widest gaps, at most `count` of them. */
function partsOf(words: readonly Word[], count: number): string[] {
  const widest = words
    .slice(1)
    .map((word, index) => ({ at: index + 1, width: word.left - words[index]!.right }))
    .sort((a, b) => b.width - a.width)
    .slice(0, count - 1)
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  return [0, ...widest].map((from, index) => segmentOf(words.slice(from, widest[index])).text);
}

function nearest({ left, right }: Interval, columns: readonly Interval[]): number {
  const distances = columns.map((column) => Math.max(column.left - right, left - column.right));
  return distances.indexOf(Math.min(...distances));
}

/**
 * Whether a line has an amount behind the first column, which holds positions, or a text that ends with a
 * price, as a sum below items.
 */
function hasAmount({ pieces }: Line, columns: readonly Interval[]): boolean {
  return pieces.some((piece) => {
    const last = piece.words.at(-1)!.text;
    return columnOf(piece, columns) > 0 && (piece.isAmount || (price.test(last) && isAmount(last)));
  });
}

interface Row {
  lines: Line[];
  cells: string[];
}

/** Rows of items; lines without amounts continue the row above, or are rows of their own. */
function rowsOf(body: readonly Line[], columns: readonly Interval[]): Row[] {
  const rows: Row[] = [];
  const anchors = body.flatMap((line, at) => (hasAmount(line, columns) ? [at] : []));
  for (const line of body.slice(0, anchors[0])) rows.push({ lines: [line], cells: cellsOf(line, columns) });
  const pitches: number[] = [];
  for (const [index, anchor] of anchors.entries()) {
    const line = body[anchor]!;
    const cells = cellsOf(line, columns);
    const before = rows.at(-1);
    if (before !== undefined && index > 0 && completes(line, columns, before)) append(before, line, cells);
    else rows.push({ lines: [line], cells });
    const next = anchors[index + 1];
    const open = body.slice(anchor + 1, next);
    const joined =
      next === undefined
        ? endingLines([line, ...open], rows.at(-1)!, columns, median(pitches) ?? line.size * namePitchMax)
        : joinedLines([line, ...open, body[next]!], columns, pitches);
    for (const [at, other] of open.entries()) {
      const text = cellsOf(other, columns);
      if (at < joined) append(rows.at(-1)!, other, text);
      else if (next !== undefined) rows.push({ lines: [other], cells: text });
    }
  }
  return rows;
}

/**
 * Number of lines without amounts that continue the first of `lines`, up to the last, which is the next with
 * amounts: those above the widest white, or where lines are equally far from each other, those that leave the
 * first column free.
 *
 * @param pitches gets distances of lines that continue others
 */
function joinedLines(lines: readonly Line[], columns: readonly Interval[], pitches: number[]): number {
  const open = lines.slice(1, -1);
  if (open.length === 0) return 0;
  const gaps = pitchesOf(lines);
  const widest = gaps.indexOf(Math.max(...gaps));
  const isDivided = gaps.every((gap, at) => at === widest || gap * dividingRatioMin <= gaps[widest]!);
  const filled = open.findIndex((line) => cellsOf(line, columns)[0] !== '');
  const count = isDivided ? widest : filled < 0 ? open.length : filled;
  pitches.push(...gaps.slice(0, count));
  return count;
}

/** Number of lines that continue the last row: close ones, with texts below texts of it. */
function endingLines(lines: readonly Line[], row: Row, columns: readonly Interval[], usual: number): number {
  const gaps = pitchesOf(lines);
  const end = lines
    .slice(1)
    .findIndex(
      (line, at) =>
        gaps[at]! > usual * dividingRatioMin ||
        cellsOf(line, columns).some((cell, column) => cell !== '' && row.cells[column] === ''),
    );
  return end < 0 ? lines.length - 1 : end;
}

function pitchesOf(lines: readonly Line[]): number[] {
  return lines.slice(1).map((line, at) => line.baseline - lines[at]!.baseline);
}

/** Whether the amounts of a line are those that the row right above has none for, set somewhat lower. */
function completes({ pieces, baseline, size }: Line, columns: readonly Interval[], row: Row): boolean {
  return (
    baseline - row.lines.at(-1)!.baseline <= size * namePitchMax &&
    pieces.every((piece) => {
      const at = columnOf(piece, columns);
      return at > 0 && (!piece.isAmount || row.cells[at] === '');
    })
  );
}

function append(row: Row, line: Line, cells: readonly string[]): void {
  row.lines.push(line);
  row.cells = row.cells.map((cell, at) => [cell, cells[at]].filter(Boolean).join(' '));
}

/** Texts of a line by column; a text over several columns stands in the first. */
function cellsOf({ pieces }: Line, columns: readonly Interval[]): string[] {
  const cells = columns.map(() => '');
  for (const piece of pieces) {
    const at = columnOf(piece, columns);
    cells[at] = cells[at] === '' ? piece.text : `${cells[at]!} ${piece.text}`;
  }
  return cells;
}

function columnOf(piece: Piece, columns: readonly Interval[]): number {
  const under = columns.findIndex((column) => overlapOf(piece, column) > 0);
  return under < 0 ? nearest(piece, columns) : under;
}
