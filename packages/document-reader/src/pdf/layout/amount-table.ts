import { median } from '../../median';
import { around, holdsMiddle, type Rect } from '../rect';
import { type TableGrid } from './atom';
import { headerRowsOf, isAmount, isNumeric, isPeriod } from './header-rows';
import { joinWords, type Segment, segmentOf } from './segment';
import { columnsOf, type Interval, unite } from './strips';
import { type Word } from './word';

/** A table of amounts, found by its text. */
export interface AmountTable {
  rect: Rect;
  table: TableGrid;
  /** Number of columns of amounts. */
  columns: number;
  words: Set<Word>;
}

/** A cell's text on one line. */
export interface Piece extends Rect {
  text: string;
  words: readonly Word[];
  size: number;
  isAmount: boolean;
}

/** Texts on one baseline, from left to right. */
export interface Line extends Rect {
  pieces: Piece[];
  baseline: number;
  size: number;
}

/** Least lines of amounts, and those below years or dates. */
const dataLinesMin = 3;
const datedLinesMin = 2;
/** Least share of the lines of a table that hold amounts. */
const dataShareMin = 0.35;
/** Greatest share of the lines with a text across columns: their texts are no cells. */
const strayShareMax = 0.15;
const columnsMax = 40;
const headerLinesMax = 6;
const labelLinesMax = 2;
/** Greatest distances of baselines, in font sizes: of header lines, and of lines of one label. */
const headerPitchMax = 2.3;
const firstPitchMax = 3.4;
const edgePitchMax = 3.2;
const labelPitchMax = 1.45;
const amountGapSizesMin = 0.6;
/** Room by which texts may reach over the amounts of their column, in font sizes. */
const reachSizes = 1;
const headerReachSizes = 3;
const columnGapSizesMin = 0.2;

const sign = /^(?:[A-Z]{0,2}\p{Sc}|\()$/u;
const signBehind = /^(?:%|\)|\)%|%\)|pts|bps|x)$/u;
const dash = /^(?:\p{Sc}\s?)?[—–-]+$/u;
const reference = /^\(?[a-z\d]{1,2}\)$|^[*†‡]+$/u;

/**
 * Reads a table of amounts: rows are the lines of its text, columns the amounts below each other, and the
 * text at their left names the rows. Names of columns stand right above, each over the columns that it names.
 *
 * @param region place of most of the table; rows and names right above and below belong to it
 */
export function readAmountTable(region: Rect, words: readonly Word[]): AmountTable | null {
  const size = median(words.filter((word) => holdsMiddle(region, word)).map((word) => word.size));
  if (size === undefined) return null;
  const reach = { left: region.left - size, right: region.right + size };
  const lines = linesIn(words.filter(({ left, right }) => left >= reach.left && right <= reach.right));
  const isInside = (line: Line) =>
    (line.top + line.bottom) / 2 > region.top && (line.top + line.bottom) / 2 < region.bottom;
  const first = lines.findIndex(isInside);
  const last = lines.findLastIndex(isInside);
  if (first < 0) return null;
  const inside = lines.slice(first, last + 1);
  const columns = columnsIn(inside, size);
  if (columns.length === 0 || columns.length > columnsMax) return null;
  const data = inside.filter(hasAmount);
  const stray = inside.filter((line) => !fits(line, columns, size)).length;
  if (data.length < datedLinesMin || data.length < inside.length * dataShareMin) return null;
  if (stray > inside.length * strayShareMax) return null;
  const top = firstRowAt(lines, first, columns);
  const bottom = lastRowAt(lines, last, columns);
  const above = headerAt(lines, top, columns);
  const own = lines.slice(top, bottom + 1);
  const names = above.header;
  const rows = [...above.labels, ...own];
  if (Math.min(data.length, rows.length) < dataLinesMin && !names.some(namesPeriods)) return null;
  const header = headerRows(names, columns);
  const body = bodyRows(rows, columns);
  return {
    rect: around([...names, ...rows]),
    table: {
      rows: withoutEmptyNames([...header, ...body]),
      headerRows: header.length > 0 ? header.length : headerRowsOf(body),
    },
    columns: columns.length,
    words: new Set([...names, ...rows].flatMap(({ pieces }) => pieces.flatMap((piece) => piece.words))),
  };
}

/** Lines of words, from top to bottom; amounts are pieces of their own, with their signs. */
export function linesIn(words: readonly Word[]): Line[] {
  const lines: Segment[][] = [];
  let baseline = -Infinity;
  for (const segment of joinWords(words).sort((a, b) => a.baseline - b.baseline)) {
    if (segment.baseline - baseline < segment.size * 0.4) lines.at(-1)!.push(segment);
    else {
      lines.push([segment]);
      baseline = segment.baseline;
    }
  }
  return lines.map((segments) => {
    const pieces = withSigns(segments.sort((a, b) => a.left - b.left).flatMap(piecesOf));
    const { baseline: base, size } = segments[0]!;
    return { ...around(pieces), pieces, baseline: base, size };
  });
}

/** A segment of amounts alone is taken apart between them; amounts behind words go with them. */
function piecesOf(segment: Segment): Piece[] {
  const { words } = segment;
  const isWord = ({ text }: Word) =>
    !isNumeric(text) && !dash.test(text) && !sign.test(text) && !signBehind.test(text);
  if (words.some(isWord)) return [pieceOf(words, false)];
  return words.map((word) => pieceOf([word], isNumeric(word.text) || dash.test(word.text)));
}

function pieceOf(words: readonly Word[], isNumber: boolean): Piece {
  const { text, size } = segmentOf([...words]);
  return { ...around(words), text, size, words, isAmount: isNumber };
}

/** Joins the signs of a line with the amounts that they belong to. */
function withSigns(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    const isOwn = before !== undefined && piece.isAmount && sign.test(before.text);
    const isEnd = before?.isAmount === true && (signBehind.test(piece.text) || isReference(before, piece));
    if (isOwn || isEnd) {
      joined[joined.length - 1] = {
        ...around([before, piece]),
        text: `${before.text}${piece.text}`,
        words: [...before.words, ...piece.words],
        size: piece.size,
        isAmount: true,
      };
    } else joined.push(piece);
  }
  return joined;
}

/** Whether a piece is the sign of a note right behind an amount. */
function isReference(before: Piece, { text, left, size }: Piece): boolean {
  return reference.test(text) && left - before.right < size * amountGapSizesMin;
}

const hasAmount = ({ pieces }: Line): boolean =>
  pieces.some((piece) => piece.isAmount && (isAmount(plain(piece.text)) || dash.test(piece.text)));

const plain = (text: string): string => text.replace(/[*†‡]+$/u, '');

/** Columns of amounts: the intervals that amounts below each other take, right of the names of rows. */
function columnsIn(lines: readonly Line[], size: number): Interval[] {
  const data = lines.filter(hasAmount);
  const named = data.filter(({ pieces }) => !pieces[0]!.isAmount).length * 2 > data.length;
  const amounts = data.flatMap(({ pieces }) => {
    // Behind the names of the other rows, an amount that begins a line may be a name, such as a year.
    const isName = named && pieces.length > 1 && pieces[0]!.isAmount && isAtLeft(pieces[0]!, data);
    return pieces.slice(isName ? 1 : 0).filter((piece) => piece.isAmount);
  });
  const taken = amounts.reduce<Interval[]>((all, { left, right }) => unite(all, [{ left, right }]), []);
  return columnsOf(taken, size * columnGapSizesMin);
}

function isAtLeft({ left, size }: Piece, lines: readonly Line[]): boolean {
  return left <= Math.min(...lines.map((line) => line.left)) + size * 2;
}

/** Whether texts of a line keep to the columns: names at the left, and texts over one column or several. */
function fits({ pieces }: Line, columns: readonly Interval[], size: number): boolean {
  const [first] = columns;
  return pieces.every((piece, index) => {
    if (piece.isAmount || piece.right <= first!.left || piece.left >= first!.left - size * reachSizes)
      return true;
    // A long name may reach over columns that its row leaves free.
    return index === 0 && pieces.length === 1;
  });
}

/** Index of the first row: lines with amounts right above belong to the table. */
function firstRowAt(lines: readonly Line[], from: number, columns: readonly Interval[]): number {
  let at = from;
  while (at > 0 && isNextRow(lines[at - 1]!, lines[at]!, columns)) at--;
  return at;
}

function lastRowAt(lines: readonly Line[], from: number, columns: readonly Interval[]): number {
  let at = from;
  while (at + 1 < lines.length && isNextRow(lines[at + 1]!, lines[at]!, columns)) at++;
  return at;
}

function isNextRow(line: Line, beside: Line, columns: readonly Interval[]): boolean {
  const amounts = line.pieces.filter((piece) => piece.isAmount);
  return (
    Math.abs(line.baseline - beside.baseline) <= line.size * edgePitchMax &&
    hasAmount(line) &&
    amounts.every((piece) => columnAt(piece, columns) !== null) &&
    line.pieces.every((piece, index) => piece.isAmount || index === 0) &&
    fits(line, columns, line.size)
  );
}

/**
 * Lines right above the rows that name columns, from top to bottom, and those between them and the rows that
 * name groups of rows.
 */
function headerAt(
  lines: readonly Line[],
  top: number,
  columns: readonly Interval[],
): { header: Line[]; labels: Line[] } {
  const names: Line[] = [];
  const between: Line[] = [];
  let below = lines[top]!;
  for (let at = top - 1; at >= 0 && names.length < headerLinesMax; at--) {
    const line = lines[at]!;
    const pitchMax = at === top - 1 ? firstPitchMax : headerPitchMax;
    const far = below.baseline - line.baseline > Math.max(line.size, below.size) * pitchMax;
    if (far) break;
    if (namesColumns(line, columns, names.length > 0)) names.unshift(line);
    else if (
      names.length === 0 &&
      between.length < labelLinesMax &&
      (isGroupName(line, columns) || isUnit(line, columns))
    )
      between.unshift(line);
    else break;
    below = line;
  }
  if (names.length === 0) return { header: [], labels: [] };
  return {
    header: [...names, ...between.filter((line) => isUnit(line, columns))],
    labels: between.filter((line) => !isUnit(line, columns)),
  };
}

/** Whether a line tells the unit of the amounts in brackets over the columns, beside a name of rows or alone. */
function isUnit({ pieces }: Line, columns: readonly Interval[]): boolean {
  const unit = pieces.at(-1)!;
  return pieces.length <= 2 && /^\(.+\)$/u.test(unit.text) && !unit.isAmount && unit.right > columns[0]!.left;
}

/** Whether a line holds nothing but the name of a group of rows. */
function isGroupName({ pieces }: Line, columns: readonly Interval[]): boolean {
  return pieces.length === 1 && !pieces[0]!.isAmount && pieces[0]!.right <= columns[0]!.left;
}

/** Whether a line holds names of columns; a single name over several columns needs names below it. */
function namesColumns(line: Line, columns: readonly Interval[], hasNames: boolean): boolean {
  const [first] = columns;
  const above = line.pieces.filter(({ left, size }) => left >= first!.left - size * headerReachSizes);
  const corner = line.pieces.filter((piece) => !above.includes(piece));
  if (above.length === 0 || corner.length > 1) return false;
  if (corner.some(({ right, left }) => right > first!.left || left > first!.left)) return false;
  return above.length > 1 || columns.length === 1 || hasNames;
}

/** Whether a line of names holds several years or dates. */
function namesPeriods({ pieces }: Line): boolean {
  return pieces.filter(({ text }) => isPeriod(text)).length >= 2;
}

/** Rows without the first column where it names none of them. */
function withoutEmptyNames(rows: readonly string[][]): string[][] {
  return rows.every(([name]) => name === '') ? rows.map((row) => row.slice(1)) : [...rows];
}

/**
 * Rows of names; lines with the same places are one row, as a date of two lines is. So are close lines of which
 * the lower one has names below names only.
 */
function headerRows(lines: readonly Line[], columns: readonly Interval[]): string[][] {
  const rows: string[][] = [];
  for (const [index, line] of lines.entries()) {
    const row = cellsOf(line, columns);
    const before = rows.at(-1);
    const isSame = before?.every((cell, at) => (cell === '') === (row[at] === '') || at === 0) === true;
    if (before !== undefined && (isSame || continuesNames(lines[index - 1]!, line, before, row)))
      before.forEach((cell, at) => (before[at] = [cell, row[at]].filter(Boolean).join(' ')));
    else rows.push(row);
  }
  return rows;
}

/** Whether a header line holds the ends of names of the row above, none of which names several columns. */
function continuesNames(before: Line, line: Line, names: readonly string[], row: readonly string[]): boolean {
  return (
    line.pieces.length >= 2 &&
    line.baseline - before.baseline <= line.size * labelPitchMax &&
    row[0] === '' &&
    row.every((cell, at) => cell === '' || names[at] !== '')
  );
}

function bodyRows(lines: readonly Line[], columns: readonly Interval[]): string[][] {
  const rows: string[][] = [];
  for (const [index, line] of lines.entries()) {
    const row = cellsOf(line, columns);
    const before = index === 0 ? null : lines[index - 1]!;
    if (before !== null && continuesName(before, line)) {
      const last = rows.at(-1)!;
      row.forEach((cell, at) => (last[at] = [last[at], cell].filter(Boolean).join(' ')));
    } else rows.push(row);
  }
  return rows;
}

/** Whether a line continues the name of the row above, which has no amounts, or has none itself. */
function continuesName(before: Line, line: Line): boolean {
  const name = line.pieces[0]!;
  const isClose = line.baseline - before.baseline <= line.size * labelPitchMax;
  const isOpen = !hasAmount(before) || !hasAmount(line);
  return (
    isClose &&
    isOpen &&
    !name.isAmount &&
    /^[\p{Ll}(]/u.test(name.text) &&
    !/[:.]$/u.test(before.pieces[0]!.text)
  );
}

/** Texts by column; the first is the name of the row. A text over several columns stands in the first. */
function cellsOf({ pieces }: Line, columns: readonly Interval[]): string[] {
  const cells = Array.from({ length: columns.length + 1 }, () => '');
  for (const piece of pieces) {
    const column = columnAt(piece, columns);
    const at = column === null ? 0 : column + 1;
    cells[at] = cells[at] === '' ? piece.text : `${cells[at]!} ${piece.text}`;
  }
  return cells;
}

/** Index of the first column below a piece, null for a name of a row. */
function columnAt(
  { left, right, isAmount: isNumber, size }: Piece,
  columns: readonly Interval[],
): number | null {
  const under = columns.findIndex((column) => left < column.right && right > column.left);
  const isName = !isNumber && left < columns[0]!.left - size * headerReachSizes;
  if (isName) return null;
  if (under >= 0) return under;
  const next = columns.findIndex((column) => column.left >= left);
  if (right < columns[0]!.left - size * headerReachSizes) return null;
  return next < 0 ? columns.length - 1 : next;
}
