import { type RowBuffer } from 'spreadsheet-reader';
import { planSegment, type SegmentContext } from './header-plan';
import { createSegmentGrid, filledColumns } from './segment-grid';
import { cellAtOrAfter, storeRow } from './stored-row';

/** Columns `first` to `last`, inclusive, that hold one table. */
export interface ColumnBand {
  first: number;
  last: number;
}

/**
 * Upper bound of blank columns within a table. A wider gap always separates tables, so that no range is
 * mostly empty and no line has more blanks in a row, except in rows of its own table.
 */
export const gapColumnsMax = 8;

/** Tables above and beside the rows of a section; they decide about columns before the rows do. */
export interface ColumnBounds {
  /** Whether a declared table lies between two columns. */
  isDivided: (left: number, right: number) => boolean;
  /** Whether one table that ends directly above and may continue has both columns. */
  isJoined: (left: number, right: number) => boolean;
}

/**
 * Finds tables side by side in the first rows of a section. Runs of filled columns are one table with three
 * exceptions: a declared table lies between them; the gap is wide and no table above has both runs; or each
 * run looks like a table of its own, with a header over a column of texts or dates.
 */
export function splitColumns(
  rows: readonly RowBuffer[],
  context: SegmentContext,
  { isDivided, isJoined }: ColumnBounds,
): ColumnBand[] {
  const runs = filledRuns(rows);
  // A table needs a header and a row below it.
  const mayStandAlone = rows.length > 1 && runs.length > 1;
  const bands: ColumnBand[] = [];
  let alone = false;
  for (const run of runs) {
    const band = bands.at(-1);
    if (band === undefined) {
      bands.push({ ...run });
      alone = mayStandAlone && standsAlone(rows, run, context);
      continue;
    }
    const wide = run.first - band.last - 1 > gapColumnsMax && !isJoined(band.first, run.last);
    const runAlone = mayStandAlone && standsAlone(rows, run, context);
    if (wide || isDivided(band.last, run.first) || (alone && runAlone)) {
      bands.push({ ...run });
      alone = runAlone;
    } else {
      band.last = run.last;
      alone ||= runAlone;
    }
  }
  return bands;
}

function filledRuns(rows: readonly RowBuffer[]): ColumnBand[] {
  const runs: ColumnBand[] = [];
  for (const column of filledColumns(rows)) {
    const run = runs.at(-1);
    if (run?.last === column - 1) run.last = column;
    else runs.push({ first: column, last: column });
  }
  return runs;
}

function standsAlone(
  rows: readonly RowBuffer[],
  { first, last }: ColumnBand,
  context: SegmentContext,
): boolean {
  if (first === last) return false;
  const slices: RowBuffer[] = [];
  for (const row of rows) {
    const from = cellAtOrAfter(row, first);
    const to = cellAtOrAfter(row, last + 1, from);
    if (to > from) slices.push(storeRow(row, from, to));
  }
  const plan = planSegment(slices, { ...context, continues: false });
  if (plan.headers === 0) return false;
  const grid = createSegmentGrid(slices.slice(plan.notes + plan.headers), context.typedByText);
  return grid.columns.some((_, c) => grid.rows.some((__, r) => isKey(grid.classAt(r, c))));
}

function isKey(kind: string | null): boolean {
  return kind === 'text' || kind === 'date';
}
