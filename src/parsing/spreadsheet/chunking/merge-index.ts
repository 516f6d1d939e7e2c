import { type CellRange } from '../workbook-reader';

/** Merged ranges of a sheet, found by the row they start in. */
export interface MergeIndex {
  /** Merges that start in rows `first` to `last`, inclusive. */
  startingIn(first: number, last: number): CellRange[];
}

/** Sorts the merges once; a lookup is a binary search. */
export function createMergeIndex(merges: readonly CellRange[]): MergeIndex {
  const sorted = [...merges].sort((a, b) => a.firstRow - b.firstRow || a.firstColumn - b.firstColumn);
  return {
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
