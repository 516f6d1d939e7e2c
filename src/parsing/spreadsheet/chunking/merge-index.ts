import { type CellRange } from 'spreadsheet-reader';

/** Index of a sheet's merged ranges by first row. */
export interface MergeIndex {
  readonly spanRows: boolean;
  /** Merged ranges that start in rows `first` to `last`, inclusive. */
  startingIn(first: number, last: number): CellRange[];
}

/**
 * Creates the index; a lookup is a binary search. Of ranges that overlap in their first row, the leftmost
 * counts.
 */
export function createMergeIndex(merges: readonly CellRange[]): MergeIndex {
  const sorted: CellRange[] = [];
  for (const merge of [...merges].sort((a, b) => a.firstRow - b.firstRow || a.firstColumn - b.firstColumn)) {
    const last = sorted.at(-1);
    const overlaps = last?.firstRow === merge.firstRow && last.lastColumn >= merge.firstColumn;
    if (!overlaps) sorted.push(merge);
  }
  return {
    spanRows: sorted.some(({ firstRow, lastRow }) => lastRow > firstRow),
    startingIn(first, last) {
      let low = 0;
      let high = sorted.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (sorted[middle]!.firstRow < first) low = middle + 1;
        else high = middle;
      }
      let end = low;
      while (end < sorted.length && sorted[end]!.firstRow <= last) end++;
      return sorted.slice(low, end);
    },
  };
}
