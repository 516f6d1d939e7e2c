import { around } from '../rect';
import { readAmountTable } from './amount-table';
import { type Flow } from './atom';
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
  const shares = run.map((strip) => {
    const inStrip = segmentsOf(strip.atoms).flatMap((segment) => segment.words);
    return inStrip.filter((word) => found.words.has(word)).length / inStrip.length;
  });
  const first = shares.findIndex((share) => share > 0);
  const last = shares.findLastIndex((share) => share > 0);
  const taken = run.slice(first, last + 1);
  // A figure or a ruled table between the amounts, as between the axes of a chart, would be lost.
  const isWhole = taken.every(({ atoms }) => segmentsOf(atoms).length === atoms.length);
  if (!isWhole || shares.slice(first, last + 1).some((share) => share < 1)) return null;
  return {
    above: run.slice(0, first),
    table: { kind: 'table', rect: found.rect, table: found.table, confidence: tableConfidence },
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
