import { hasStyleEvidence, hasTypeEvidence, isAllText, looksLikeHeader, sameStyles } from './header-row';
import { type SegmentGrid } from './segment-grid';

/** Upper bound of label rows above a header, such as `Company | ACME`. */
const labelRowsMax = 4;
const labelCellsMax = 2;

/**
 * Finds the header row below rows of one label and one value each, which in a narrow table are as full as any
 * other row. It is the first row of texts that names a column of values which the label rows leave blank, or
 * that differs in format from the rows below where no label row does. Returns `row` where there is none.
 */
export function headerBelowLabels(grid: SegmentGrid, row: number): number {
  if (!isLabel(grid, row) || hasStyleEvidence(grid, row, row + 1)) return row;
  const end = Math.min(grid.rows.length - 1, row + labelRowsMax + 1);
  for (let r = row + 1; r < end; r++) {
    const isHeader = isAllText(grid, r) && looksLikeHeader(grid, r);
    if (isHeader && (namesNewColumn(grid, row, r) || standsOut(grid, row, r)))
      return isSmallTable(grid, row, r) ? row : r;
    if (!isLabel(grid, r)) return row;
  }
  return row;
}

function isLabel(grid: SegmentGrid, row: number): boolean {
  return grid.filled(row) <= labelCellsMax && grid.classAt(row, 0) === 'text';
}

/**
 * Whether the rows between `first` and `end`, two or more, all have a number, or all a date, in the column of
 * the first row's value.
 */
function isSmallTable(grid: SegmentGrid, first: number, end: number): boolean {
  const column = grid.columns.findIndex((_, c) => c > 0 && grid.classAt(first, c) !== null);
  const kind = grid.classAt(first + 1, column);
  if (end - first < 3 || kind === null || kind === 'text') return false;
  for (let r = first + 2; r < end; r++) if (grid.classAt(r, column) !== kind) return false;
  return true;
}

/** Whether a column that the rows above leave blank has a text in `row` and only numbers and dates below. */
function namesNewColumn(grid: SegmentGrid, first: number, row: number): boolean {
  return grid.columns.some((_, c) => {
    if (grid.classAt(row, c) === null) return false;
    for (let r = first; r < row; r++) if (grid.classAt(r, c) !== null) return false;
    let values = 0;
    for (let r = row + 1; r < grid.rows.length; r++) {
      const kind = grid.classAt(r, c);
      if (kind === 'text') return false;
      if (kind !== null) values++;
    }
    return values > 0;
  });
}

function standsOut(grid: SegmentGrid, first: number, row: number): boolean {
  return (
    grid.filled(row) >= grid.filled(first) &&
    hasStyleEvidence(grid, row, row + 1) &&
    hasTypeEvidence(grid, row, row + 1) &&
    !sameStyles(grid, first, row)
  );
}
