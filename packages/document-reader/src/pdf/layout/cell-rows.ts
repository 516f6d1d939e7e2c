import { median } from '../../median';
import { type Atom } from './atom';
import { isNumeric } from './header-rows';
import { linesOf, type Segment } from './segment';
import { byColumn, coreOf, type Interval, segmentsOf, type Strip } from './strips';

/** Atoms of a row by column. */
export type CellRow = Atom[][];

/**
 * Font sizes by which the white between rows exceeds that between lines: by little in a table, by far in a
 * grid whose cells hold headings and paragraphs.
 */
const rowGapSizes = [0.12, 1, 2] as const;
const raggedSizesMin = 3;
const twoRowsGapSizesMin = 2;
const levelSizesMax = 0.3;
const rowsMin = 3;
const levelShareMin = 0.8;
/** Least share of wide gaps within columns that cross all columns. */
const commonGapsMin = 0.75;
const wrappedShareMin = 0.5;
/** Font sizes below which lines of a column are full by chance. */
const wrappingSizesMin = 6;
const wrappedPairsMin = 2;
const keyWordsMax = 3;
const keyShareMin = 0.9;
/** Numbers below each other in rows from which their lines are rows. */
const stackedNumbersMin = 2;
/** The same of labels that end with a colon. */
const stackedLabelsMin = 2;
/** Greatest share of lines below amounts, without amounts of their own, that begin with a capital. */
const startedShareMax = 0.3;
/** Greatest share of full lines at row ends: a cell ends with its text, not at a full line. */
const wrappedAcrossMax = 0.7;
const runningWordsMin = 3;
const runningLinesMin = 5;
const runningShareMin = 0.75;

/** A line of a cell. */
interface CellLine {
  /** Text of the line; null for a table or a figure. */
  segment: Segment | null;
  top: number;
  bottom: number;
  /** Index of its strip. */
  strip: number;
}

/** Two successive lines of a column. */
interface CellPair {
  before: CellLine;
  line: CellLine;
}

/**
 * Finds rows whose cells hold several lines: by white between rows that crosses all columns at once, or by a
 * column of short keys, each of which begins a row. Null where each line is a row, and where columns break
 * independently, as running text does.
 */
export function cellRowsOf(run: readonly Strip[], columns: readonly Interval[]): CellRow[] | null {
  if (columns.length < 2 || run.length < rowsMin) return null;
  const lines = columns.map((_, index) => linesIn(run, columns, index));
  const starts = startsByGaps(run, columns, lines) ?? startsByKeys(run, columns, lines);
  if (starts === null) return null;
  return starts.map((start, index) => {
    const strips = run.slice(start, starts[index + 1]);
    return byColumn(
      strips.flatMap((strip) => strip.atoms),
      columns,
    );
  });
}

function linesIn(run: readonly Strip[], columns: readonly Interval[], column: number): CellLine[] {
  return run.flatMap((strip, index) => {
    const atoms = byColumn(strip.atoms, columns)[column]!;
    const lines = linesOf(segmentsOf(atoms)).map((segment): CellLine => {
      const { top, bottom } = coreOf({ kind: 'segment', rect: segment, segment });
      return { segment, top, bottom, strip: index };
    });
    const others = atoms.filter((atom) => atom.kind !== 'segment');
    const rest = others.map(({ rect: { top, bottom } }): CellLine => ({
      segment: null,
      top,
      bottom,
      strip: index,
    }));
    return [...lines, ...rest].sort((a, b) => a.top - b.top);
  });
}

/**
 * Indices of the strips that begin rows, by the white between rows: hardly more than between lines, or far
 * more.
 */
function startsByGaps(
  run: readonly Strip[],
  columns: readonly Interval[],
  lines: readonly CellLine[][],
): number[] | null {
  const gaps = lines.flatMap((column) => pairsOf(column).map(gapOf)).sort((a, b) => a - b);
  if (gaps.length === 0) return null;
  const size = median(run.map((strip) => strip.size))!;
  const usual = gaps[Math.floor(gaps.length * 0.1)]!;
  for (const sizes of rowGapSizes) {
    const starts = startsBehind(usual + size * sizes, run, columns, lines);
    if (starts !== null && !stackNumbers(starts, lines) && !stackLabels(starts, lines)) return starts;
  }
  return null;
}

/** Whether rows hold numbers below each other, which are no lines of one cell. */
function stackNumbers(starts: readonly number[], lines: readonly CellLine[][]): boolean {
  const isNumber = ({ segment }: CellLine) => segment !== null && isNumeric(segment.text);
  const stacked = lines
    .flatMap(pairsOf)
    .filter((pair) => isNumber(pair.before) && isNumber(pair.line) && !starts.includes(pair.line.strip));
  return stacked.length >= stackedNumbersMin;
}

/** Whether rows hold labels below each other, each with a value beside it: each of them begins a row. */
function stackLabels(starts: readonly number[], lines: readonly CellLine[][]): boolean {
  const isBesideValue = ({ segment, strip }: CellLine, column: number) =>
    segment !== null &&
    segment.text.endsWith(':') &&
    lines.slice(column + 1).some((values) => values.some((value) => value.strip === strip));
  const stacked = lines.flatMap((column, index) =>
    pairsOf(column).filter(
      ({ before, line }) =>
        !starts.includes(line.strip) && isBesideValue(before, index) && isBesideValue(line, index),
    ),
  );
  return stacked.length >= stackedLabelsMin;
}

function startsBehind(
  gapMin: number,
  run: readonly Strip[],
  columns: readonly Interval[],
  lines: readonly CellLine[][],
): number[] | null {
  const size = median(run.map((strip) => strip.size))!;
  const cuts = run.flatMap((strip, index) =>
    index === 0 || strip.top - run[index - 1]!.bottom > gapMin ? [index] : [],
  );
  if (cuts.length === run.length) return null;
  const starts = joinHeadRows(cuts, lines);
  const shared = starts.filter((start, index) => {
    const end = starts[index + 1] ?? Infinity;
    return lines.filter((column) => column.some(({ strip }) => strip >= start && strip < end)).length >= 2;
  }).length;
  const isSeparated = (start: number) => run[start]!.top - run[start - 1]!.bottom > size * twoRowsGapSizesMin;
  const two = starts.length === 2 && isSeparated(starts[1]!) && isRagged(starts[1]!, lines);
  if (shared < rowsMin && !two) return null;
  const pairs = lines.flatMap((column, index) => pairsOf(column).map((pair) => ({ ...pair, column: index })));
  const rowOf = (line: CellLine) => starts.findLastIndex((start) => start <= line.strip);
  const across = pairs.filter(({ before, line }) => rowOf(before) !== rowOf(line));
  const inside = pairs.filter(({ before, line }) => rowOf(before) === rowOf(line));
  const stray = inside.filter((pair) => gapOf(pair) > gapMin && !cuts.includes(pair.before.strip + 1)).length;
  if (across.length < (across.length + stray) * commonGapsMin || !areLevel(starts, lines)) return null;
  const isTelling = ({ column }: (typeof pairs)[number]) =>
    widthOf(columns[column]!) >= size * wrappingSizesMin;
  return areWrapped(inside.filter(isTelling), across.filter(isTelling), columns) ? starts : null;
}

function gapOf({ before, line }: CellPair): number {
  return line.top - before.bottom;
}

/**
 * Whether a column ends some lines before the others at the row's end, which only cells of different length
 * do.
 */
function isRagged(start: number, lines: readonly CellLine[][]): boolean {
  const ends = lines.map((column) => column.findLast(({ strip }) => strip < start));
  if (ends.some((end) => end === undefined)) return false;
  const bottoms = ends.map((end) => end!.bottom);
  const size = Math.max(...ends.map((end) => end!.segment?.size ?? 0));
  return Math.max(...bottoms) - Math.min(...bottoms) > size * raggedSizesMin;
}

function pairsOf(lines: readonly CellLine[]): CellPair[] {
  return lines.slice(1).map((line, index) => ({ before: lines[index]!, line }));
}

/**
 * Joins heading rows with the rows below them, as in cards side by side; a single heading row names the
 * columns of a table.
 */
function joinHeadRows(cuts: readonly number[], lines: readonly CellLine[][]): number[] {
  const rows = cuts.map((start, index) =>
    lines.map((column) =>
      column.filter(({ strip }) => strip >= start && strip < (cuts[index + 1] ?? Infinity)),
    ),
  );
  const isHead = rows.map((row, index) => {
    const below = rows[index + 1];
    const filled = row.flatMap((cell, column) => (cell.length > 0 ? [column] : []));
    return (
      below !== undefined &&
      filled.length >= 2 &&
      filled.every((column) => standsOut(row[column]!, below[column]!))
    );
  });
  if (isHead.filter(Boolean).length < 2) return [...cuts];
  return cuts.filter((_, index) => index === 0 || !isHead[index - 1]!);
}

function standsOut(head: readonly CellLine[], body: readonly CellLine[]): boolean {
  const [upper, lower] = [head.at(-1)?.segment, body[0]?.segment];
  if (upper == null || lower == null) return false;
  return (upper.bold && !lower.bold) || upper.size > lower.size * 1.08;
}

/** Whether the cells of most rows share their top, bottom or middle. */
function areLevel(starts: readonly number[], lines: readonly CellLine[][]): boolean {
  let level = 0;
  let shared = 0;
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1] ?? Infinity;
    const cells = lines
      .map((column) => column.filter(({ strip }) => strip >= start && strip < end))
      .filter((cell) => cell.length > 0);
    if (cells.length < 2) continue;
    shared++;
    const size = Math.max(...cells.map((cell) => cell[0]!.segment?.size ?? 0), 1) * levelSizesMax;
    const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
    const tops = cells.map((cell) => cell[0]!.segment?.baseline ?? cell[0]!.top);
    const bottoms = cells.map((cell) => cell.at(-1)!.segment?.baseline ?? cell.at(-1)!.bottom);
    const middles = tops.map((top, cell) => top + bottoms[cell]!);
    const edges = cells.map((cell) => cell[0]!.segment?.top ?? cell[0]!.top);
    if (
      spread(tops) <= size ||
      spread(edges) <= size * 1.5 ||
      spread(bottoms) <= size ||
      spread(middles) <= size * 2
    )
      level++;
  }
  return shared >= 2 && level >= shared * levelShareMin;
}

/** Whether lines are full within cells, but in no column where a cell ends and the next begins. */
function areWrapped(
  inside: readonly (CellPair & { column: number })[],
  across: readonly (CellPair & { column: number })[],
  columns: readonly Interval[],
): boolean {
  const share = (pairs: typeof inside) =>
    pairs.filter(({ before, line, column }) => isWrapped(before.segment, line.segment, columns[column]!))
      .length / Math.max(1, pairs.length);
  const runs = columns.some((_, column) => {
    const own = across.filter((pair) => pair.column === column);
    // A word or two fill their column by chance.
    const words = own.flatMap(({ before, line }) => [before.segment, line.segment]).map(wordsIn);
    return own.length >= rowsMin && share(own) > wrappedAcrossMax && median(words)! >= runningWordsMin;
  });
  return inside.length >= wrappedPairsMin && share(inside) >= wrappedShareMin && !runs;
}

function wordsIn(line: Segment | null): number {
  return line?.words.length ?? 0;
}

/** Whether a line was full: the next line's first word had no room on it. False beside tables and figures. */
function isWrapped(before: Segment | null, line: Segment | null, column: Interval): boolean {
  const word = line?.words[0];
  if (before === null || word === undefined) return false;
  return column.right - before.right <= word.right - word.left + before.size * 1.6;
}

/** Whether most lines of a column are full, as those of running text are. */
export function runsOn(lines: readonly Segment[], column: Interval): boolean {
  const full = lines.slice(1).filter((line, index) => isWrapped(lines[index]!, line, column)).length;
  return lines.length > runningLinesMin && full > (lines.length - 1) * runningShareMin;
}

/**
 * Indices of the strips that begin rows, by a column whose short keys stand on first lines only, where rows
 * are as close as lines.
 */
function startsByKeys(
  run: readonly Strip[],
  columns: readonly Interval[],
  lines: readonly CellLine[][],
): number[] | null {
  const filled = run.map((_, strip) => lines.map((column) => column.some((line) => line.strip === strip)));
  let best: number[] | null = null;
  for (const column of lines) {
    const keys = [...new Set(column.map(({ strip }) => strip))];
    if (keys.length < rowsMin || keys.length > run.length * 0.8 || keys[0]! > 0) continue;
    const words = column.map(({ segment }) => segment?.words.length ?? Infinity);
    if (median(words)! > keyWordsMax) continue;
    const open = run.map((_, strip) => strip).filter((strip) => !keys.includes(strip));
    const keyOf = (strip: number) => keys.findLast((key) => key <= strip)!;
    const covered = open.filter((strip) =>
      filled[strip]!.every((has, at) => !has || filled[keyOf(strip)]![at]!),
    );
    if (covered.length < open.length * keyShareMin) continue;
    if (
      areAmounts(column) &&
      open.filter((strip) => startsName(strip, lines)).length > open.length * startedShareMax
    )
      continue;
    const pairs = lines.flatMap((other, at) => pairsOf(other).map((pair) => ({ ...pair, column: at })));
    const wide = pairs.filter(
      ({ before, column: at }) => widthOf(columns[at]!) >= (before.segment?.size ?? 0) * wrappingSizesMin,
    );
    const isIn = ({ before, line }: CellPair) => keyOf(before.strip) === keyOf(line.strip);
    const inside = wide.filter(isIn);
    const across = wide.filter((pair) => !isIn(pair));
    if (!areWrapped(inside, across, columns) || stackNumbers(keys, lines)) continue;
    if (best === null || keys.length < best.length) best = keys;
  }
  return best;
}

/** Whether most lines of a column are numbers. */
function areAmounts(lines: readonly CellLine[]): boolean {
  return lines.filter(({ segment }) => segment !== null && isNumeric(segment.text)).length * 2 > lines.length;
}

/** Whether a strip begins with a capital: below amounts, that is the name of a group and not the end of one. */
function startsName(strip: number, lines: readonly CellLine[][]): boolean {
  const first = lines.flat().find((line) => line.strip === strip);
  return /^\p{Lu}/u.test(first?.segment?.text ?? '');
}

function widthOf({ left, right }: Interval): number {
  return right - left;
}
