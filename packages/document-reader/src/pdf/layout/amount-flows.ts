import { around, type Rect } from '../rect';
import { readAmountTable } from './amount-table';
import { readItemTable } from './item-table';
import { type Flow, type TableGrid } from './atom';
import { tableConfidence } from './cell-flows';
import { isAmount, isNumeric } from './header-rows';
import { type Segment } from './segment';
import { segmentsOf, type Interval, type Strip } from './strips';
import { type Word } from './word';

/** Strips above and below a table, and the table between them. */
interface TableBetween {
  above: readonly Strip[];
  table: Extract<Flow, { kind: 'table' }>;
  below: readonly Strip[];
}

/** Least rows of amounts; below no years or dates a table has more. */
const rowsMin = 2;
const amountsPerRowMin = 2;
const namesPerRowMax = 1;
const textColumnsMax = 1;
/** Lines without amounts, such as names of groups, that may stand between rows. */
const linesBetweenMax = 2;
/** Least share of the items of strips that are a table in the table of items that replaces it. */
const itemShareMin = 0.8;
/** White, in font sizes, that divides a table from other text above it. */
const apartSizesMin = 2;
const signOrDash = /^(?:[A-Z]{0,2}\p{Sc}|[()%—–-]+)$/u;

/**
 * Finds a table of amounts without rules among strips with common columns. Its columns are the amounts below
 * each other: names over several columns, and names of groups of rows, close the white between columns, and
 * texts in columns below or above the table leave the same white as it does.
 *
 * @param columns columns that the white between all lines gives; null where they are those of texts
 * @returns null where there is none, or where it has no more columns than those
 */
export function amountTableIn(
  run: readonly Strip[],
  columns: readonly Interval[] | null,
): TableBetween | null {
  if (run.some(({ atoms }) => segmentsOf(atoms).length < atoms.length) && columns !== null) return null;
  const words = segmentsOf(run.flatMap((strip) => strip.atoms)).flatMap((segment) => segment.words);
  const amounts = columns === null ? amountsOfRows(run) : words.filter(({ text }) => isAmount(text));
  if (amounts.length < rowsMin * amountsPerRowMin) return null;
  const { top, bottom, left } = around(amounts);
  if (columns !== null && columns.filter((column) => column.right <= left).length > textColumnsMax)
    return null;
  const found = readAmountTable({ ...around(words), top, bottom }, words);
  if (found === null || (columns !== null && found.columns < columns.length)) return null;
  return cutOut(run, found);
}

/**
 * Finds a table of items below names of its columns among strips with common columns, which may be fewer.
 *
 * @param columns number of columns of a table that the strips are otherwise; it must not have more, and not as
 *   many unless other text stands in it, and its items must be in the found one. Null where they are no table
 */
export function itemTableIn(run: readonly Strip[], columns: number | null): TableBetween | null {
  const words = segmentsOf(run.flatMap((strip) => strip.atoms)).flatMap((segment) => segment.words);
  const found = readItemTable(words);
  if (found === null) return null;
  if (columns !== null && (found.columns < columns || found.share < itemShareMin)) return null;
  const between = cutOut(run, found);
  if (between === null || columns === null || found.columns > columns) return between;
  return isApart(between.above.at(-1), found.rect) ? between : null;
}

/** Whether white as high as two lines divides a table from the text above it, if there is any. */
function isApart(above: Strip | undefined, { top }: Rect): boolean {
  return above !== undefined && top - above.bottom >= above.size * apartSizesMin;
}

/** Divides strips at a table; null where one of its strips holds other text as well. */
function cutOut(
  run: readonly Strip[],
  { rect, table, words }: { rect: Rect; table: TableGrid; words: ReadonlySet<Word> },
): TableBetween | null {
  const shares = run.map((strip) => {
    const inStrip = segmentsOf(strip.atoms).flatMap((segment) => segment.words);
    return inStrip.filter((word) => words.has(word)).length / inStrip.length;
  });
  const first = shares.findIndex((share) => share > 0);
  const last = shares.findLastIndex((share) => share > 0);
  const taken = run.slice(first, last + 1);
  // A figure or a ruled table between the amounts, as between the axes of a chart, would be lost.
  const isWhole = taken.every(({ atoms }) => segmentsOf(atoms).length === atoms.length);
  if (!isWhole || shares.slice(first, last + 1).some((share) => share < 1)) return null;
  return {
    above: run.slice(0, first),
    table: { kind: 'table', rect, table, confidence: tableConfidence },
    below: run.slice(last + 1),
  };
}

/** Words of the first rows of amounts below each other; none where there are too few rows. */
function amountsOfRows(run: readonly Strip[]): Word[] {
  let rows: number[] = [];
  for (const [index, strip] of run.entries()) {
    if (!isRow(strip)) continue;
    if (rows.length > 0 && index - rows.at(-1)! > linesBetweenMax + 1) {
      if (rows.length >= rowsMin) break;
      rows = [];
    }
    rows.push(index);
  }
  if (rows.length < rowsMin) return [];
  const strips = run.slice(rows[0], rows.at(-1)! + 1);
  return segmentsOf(strips.flatMap(({ atoms }) => atoms))
    .filter(isAmounts)
    .flatMap((segment) => segment.words);
}

/** Whether a strip holds several amounts and one name at most. */
function isRow({ atoms }: Strip): boolean {
  const segments = segmentsOf(atoms);
  if (segments.length < atoms.length) return false;
  const amounts = segments
    .filter(isAmounts)
    .flatMap(({ words }) => words.filter(({ text }) => isAmount(text)));
  return (
    amounts.length >= amountsPerRowMin && segments.filter((line) => !isAmounts(line)).length <= namesPerRowMax
  );
}

/** Whether a segment holds nothing but amounts and their signs. */
function isAmounts({ words }: Segment): boolean {
  return words.every(({ text }) => isNumeric(text) || signOrDash.test(text));
}
