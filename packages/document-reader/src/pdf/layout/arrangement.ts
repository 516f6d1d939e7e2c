import { median } from '../../median';
import { type Flow } from './atom';
import { cellText, tableConfidence } from './cell-flows';
import { type CellRow, cellRowsOf, runsOn } from './cell-rows';
import { isNumeric } from './header-rows';
import { type Lexicon } from './lexicon';
import { markOf } from './list-mark';
import { joinLines } from './paragraphs';
import { type Segment } from './segment';
import { aroundAtoms, cellsOf, type Interval, segmentsOf, type Strip } from './strips';
import { tableOfTexts } from './table-grid';
import { areMarginNotes, areTextBlocks } from './text-blocks';

/** Reading of strips with common columns. */
export type Arrangement =
  | Extract<Flow, { kind: 'table' }>
  | { kind: 'cells'; rows: CellRow[] }
  | { kind: 'columns' }
  | { kind: 'rows' };

const proseWordsMin = 4;
const proseLinesMin = 3;
const proseFillMin = 0.5;
/** Least share of rows with more than one cell in a table. */
const sharedRowsMin = 0.5;
const levelShareMin = 0.55;
/** Words per line past which most lines of a column are sentences. */
const cellWordsMax = 7;
/** Lines, and words per line in the median, from which a column is a text. */
const textLinesMin = 12;
const textWordsMin = 5;
const spaceSizesMax = 2;
const justifiedLinesMax = 3;
const letterMark = /^\p{L}[.)]$/u;

/** Distinguishes columns of running text, a table without rules, and lines that have gaps by chance. */
export function arrange(run: readonly Strip[], columns: readonly Interval[], lexicon: Lexicon): Arrangement {
  const cells = cellsOf(run, columns);
  if (columns.length === 2 && areMarks(cells.flatMap((row) => row[0]!))) return { kind: 'rows' };
  // Labels whose colons stand before their values: each line is read with its value.
  const isLabelled = columns.length === 2 && areValues(cells.flatMap((row) => row[1]!));
  const apart = isLabelled ? null : readApart(run, columns, cells);
  if (apart !== null) return apart;
  const shared = cells.filter((row) => row.filter((cell) => cell.length > 0).length >= 2).length;
  const enough = columns.length === 2 ? shared >= 3 : shared >= 2;
  if (isJustified(run, columns)) return { kind: 'rows' };
  if (enough && shared >= run.length * sharedRowsMin && isShort(cells) && areLevel(cells)) {
    const texts = joinRows(run, cells, lexicon);
    if (texts.length >= 2) {
      const table = tableOfTexts(texts);
      const rect = aroundAtoms(run.flatMap((strip) => strip.atoms));
      return { kind: 'table', rect, table, confidence: tableConfidence };
    }
  }
  const blocks = columns.filter((_, index) => cells.filter((row) => row[index]!.length > 0).length >= 2);
  return !isLabelled && blocks.length >= 2 && shared < run.length ? { kind: 'columns' } : { kind: 'rows' };
}

/** Cells of several lines, or columns that are texts by themselves; null where each line may be a row. */
function readApart(
  run: readonly Strip[],
  columns: readonly Interval[],
  cells: readonly Segment[][][],
): Arrangement | null {
  const rows = cellRowsOf(run, columns);
  if (rows !== null) return { kind: 'cells', rows };
  if (run.some((strip) => strip.atoms.some((atom) => atom.kind !== 'segment'))) return { kind: 'columns' };
  const lines = columns.map((_, index) => cells.flatMap((row) => row[index]!));
  const prose = columns.filter((column, index) => isProse(lines[index]!, column));
  const areApart =
    prose.length >= 2 ||
    isBesideText(cells, columns) ||
    areTexts(cells) ||
    areTextBlocks(run, columns, cells) ||
    areMarginNotes(lines);
  return areApart ? { kind: 'columns' } : null;
}

/** Whether most lines are values that begin with the colon of their label. */
function areValues(lines: readonly Segment[]): boolean {
  return lines.filter(({ text }) => /^:\s?\S/.test(text)).length * 2 > lines.length;
}

/** Whether a column holds nothing but the marks of a list. */
function areMarks(lines: readonly Segment[]): boolean {
  return lines.every(({ text }) => markOf(`${text} x`) !== null || letterMark.test(text));
}

/**
 * Whether a column of long lines continues from line to line beside short lines, as text beside a list does;
 * beside numbers it is names of rows.
 */
function isBesideText(cells: readonly Segment[][][], columns: readonly Interval[]): boolean {
  return columns.some((column, index) => {
    const lines = cells.flatMap((row) => row[index]!);
    return (
      lines.length > 0 &&
      median(lines.map(({ words }) => words.length))! > cellWordsMax &&
      runsOn(lines, column) &&
      !areNumbers(cells.flatMap((row) => row.filter((_, at) => at !== index).flat()))
    );
  });
}

/** Whether most texts are numbers. */
function areNumbers(lines: readonly Segment[]): boolean {
  return lines.filter(({ text }) => isNumeric(text)).length * 2 > lines.length;
}

/** Whether two columns hold many lines of many words, as texts side by side do. */
function areTexts(cells: readonly Segment[][][]): boolean {
  const columns = cells[0]!.map((_, index) => cells.flatMap((row) => row[index]!));
  const texts = columns.filter(
    (lines) =>
      lines.length >= textLinesMin && median(lines.map(({ words }) => words.length))! >= textWordsMin,
  );
  return texts.length >= 2;
}

/** Whether the run is a few lines with common edges whose gaps may be spaces of justified text. */
function isJustified(run: readonly Strip[], columns: readonly Interval[]): boolean {
  const size = median(run.map((strip) => strip.size))!;
  const wide = columns
    .slice(1)
    .some(({ left }, index) => left - columns[index]!.right > size * spaceSizesMax);
  const edge = { left: columns[0]!.left, right: columns.at(-1)!.right };
  const flush = run.filter(
    ({ taken }) =>
      Math.abs(taken[0]!.left - edge.left) < size * 0.2 &&
      Math.abs(taken.at(-1)!.right - edge.right) < size * 0.2,
  );
  const numeric = run.every((strip) => segmentsOf(strip.atoms).some(({ text }) => isNumeric(text)));
  return run.length <= justifiedLinesMax && !wide && flush.length >= run.length - 1 && !numeric;
}

/** Whether the lines have many words and fill their column. */
function isProse(segments: readonly Segment[], column: Interval): boolean {
  if (segments.length < proseLinesMin) return false;
  const words = median(segments.map((segment) => segment.words.length))!;
  const fill = median(segments.map((segment) => segment.right - segment.left))!;
  return words >= proseWordsMin && fill >= (column.right - column.left) * proseFillMin;
}

/** Whether most cells are level with a cell beside them; lines of unrelated columns are not. */
function areLevel(cells: readonly Segment[][][]): boolean {
  let level = 0;
  let all = 0;
  for (const row of cells) {
    if (row.filter((cell) => cell.length > 0).length < 2) continue;
    for (const [column, cell] of row.entries()) {
      const others = row.filter((_, index) => index !== column).flat();
      const isLevel = (segment: Segment) =>
        others.some((other) => Math.abs(other.baseline - segment.baseline) < segment.size * 0.3);
      all += cell.length;
      level += cell.filter(isLevel).length;
    }
  }
  return level >= all * levelShareMin;
}

/** Whether cells hold few words, as those of a table do; one column may hold sentences. */
function isShort(cells: readonly Segment[][][]): boolean {
  const columns = cells[0]?.length ?? 0;
  let long = 0;
  for (let index = 0; index < columns; index++) {
    const counts = cells.flatMap((row) => row[index]!.map((segment) => segment.words.length));
    if (counts.length > 0 && median(counts)! > cellWordsMax) long++;
  }
  return long <= 1;
}

/**
 * Joins strips into table rows: a strip close below another that lacks the first column continues its cells.
 */
function joinRows(run: readonly Strip[], cells: readonly Segment[][][], lexicon: Lexicon): string[][] {
  const gaps = run.slice(1).map((strip, index) => strip.top - run[index]!.bottom);
  const usual = gaps.length === 0 ? 0 : median(gaps)!;
  const rows: string[][] = [];
  for (const [index, row] of cells.entries()) {
    const texts = row.map((segments) => cellText(segments, lexicon));
    const gap = index === 0 ? Infinity : gaps[index - 1]!;
    const continuesRow = texts[0] === '' && gap <= usual && gap < run[index]!.size * 0.8;
    const before = rows.at(-1);
    // A number never continues in the next line.
    const amounts =
      before !== undefined && texts.some((text, column) => isNumeric(text) && isNumeric(before[column]!));
    if (!continuesRow || before === undefined || amounts) rows.push(texts);
    else
      for (const [column, text] of texts.entries()) {
        if (text !== '') before[column] = joinLines(before[column]!, text, lexicon);
      }
  }
  return rows;
}
