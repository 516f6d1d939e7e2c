import { type Segment } from './segment';
import { cellsOf, type Interval, type Strip } from './strips';

/** A street with a house number behind or before it. */
const street =
  /^(?:\p{L}[\p{L}.'’\- ]*\s\d{1,4}(?:\s?[-–/]\s?\d{1,4})?(?:\s?\p{L})?|\d{1,5},?\s(?:(?:bis|ter)\s)?\p{L}.*)$/u;
/** A town behind its postal code, as in most of Europe. */
const townBehindCode =
  /^(?:\p{Lu}{1,3}[-\s])?\d{4,5}\s(?:\p{Lu}{2}\s)?\p{Lu}[\p{L}.'’\-/() ]*(?:\s\d{1,2})?$/u;
/** A town before its code: of the United States, the United Kingdom or Canada. */
const townBeforeCode =
  /^\p{Lu}[\p{L}.'’\- ]*,?\s\p{Lu}{2},?\s\d{5}(?:-\d{4})?$|\b\p{Lu}{1,2}\d[\p{Lu}\d]?\s\d\p{Lu}{2}$|\b\p{Lu}\d\p{Lu}\s\d\p{Lu}\d$/u;
/** Lines from a street to its town, of which the first may hold a flat. */
const linesToTownMax = 2;
/** Addresses below each other at the head of a letter; more of them are a column of a list. */
const addressesMax = 2;
/** White, in font sizes, that ends the blocks below the last town. */
const endGapSizesMin = 0.65;

/** Postal addresses side by side, or beside other texts, as at the head of a letter. */
export interface AddressBlocks {
  /** Number of strips, from the first of the run on. */
  strips: number;
  /** Intervals of the blocks: a column with addresses, or the columns between and beside them. */
  blocks: Interval[];
}

/** Finds the blocks that a run of strips begins with; null where no column has an address. */
export function addressBlocks(run: readonly Strip[], columns: readonly Interval[]): AddressBlocks | null {
  const cells = cellsOf(run, columns);
  const towns = columns.map((_, column) => townsIn(cells, column));
  const last = Math.max(...towns.flat());
  if (last < 0 || columns.length < 2) return null;
  const blocks: Interval[] = [];
  let isBeside = false;
  for (const [column, { left, right }] of columns.entries()) {
    const hasAddress = towns[column]!.length > 0;
    if (!hasAddress && isBeside) blocks[blocks.length - 1] = { left: blocks.at(-1)!.left, right };
    else blocks.push({ left, right });
    isBeside = !hasAddress;
  }
  const end = run.findIndex(
    (strip, index) => index > last && strip.top - run[index - 1]!.bottom > strip.size * endGapSizesMin,
  );
  return { strips: end < 0 ? run.length : end, blocks };
}

/** Strips with the town of an address in a column that stands beside other texts, unless these are its labels. */
function townsIn(cells: readonly Segment[][][], column: number): number[] {
  const lines = cells.flatMap((row, strip) => row[column]!.map(({ text }) => ({ text, strip })));
  const isBeside = ({ strip }: (typeof lines)[number]) =>
    cells[strip]!.some((cell, other) => other !== column && cell.length > 0);
  const isValue = ({ strip }: (typeof lines)[number]) =>
    cells[strip]!.slice(0, column).some((cell) => cell.some(({ text }) => text.endsWith(':')));
  const towns = lines.flatMap((line, at) => {
    const before = lines.slice(Math.max(0, at - linesToTownMax), at);
    const isAddress = before.some(({ text }) => areStreetAndTown(text, line.text));
    const all = [...before, line];
    return isAddress && all.every(isBeside) && !all.some(isValue) ? [line.strip] : [];
  });
  return towns.length <= addressesMax ? towns : [];
}

/** Whether a line is a street and a further one its town; towns below each other are a column of a list. */
function areStreetAndTown(first: string, second: string): boolean {
  if (!street.test(first)) return false;
  return townBeforeCode.test(second) || (townBehindCode.test(second) && !townBehindCode.test(first));
}
