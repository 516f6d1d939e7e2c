const columnsInitial = 32;

/** Sums and counts of the numbers in the complete data chunks of a table, by column of a panel. */
export interface ColumnTotals {
  reserve(columns: number): void;
  add(column: number, value: number): void;
  sum(column: number): number;
  count(column: number): number;
  clear(): void;
}

/** Creates empty totals. Sums are doubles, whose precision suffices to recognise total rows. */
export function createColumnTotals(): ColumnTotals {
  let sums = new Float64Array(columnsInitial);
  let counts = new Int32Array(columnsInitial);

  return {
    reserve(columns) {
      if (columns <= sums.length) return;
      const [former, formerCounts] = [sums, counts];
      (sums = new Float64Array(columns * 2)).set(former);
      (counts = new Int32Array(columns * 2)).set(formerCounts);
    },
    add(column, value) {
      sums[column]! += value;
      counts[column]!++;
    },
    sum: (column) => sums[column] ?? 0,
    count: (column) => counts[column] ?? 0,
    clear() {
      sums.fill(0);
      counts.fill(0);
    },
  };
}
