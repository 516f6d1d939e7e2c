import { useState } from 'react';

/** Rows of a list that are selected. */
export interface Selection<Row> {
  /** In the order of the list, without rows that the list no longer shows. */
  selected: readonly Row[];
  isAll: boolean;
  has: (row: Row) => boolean;
  select: (row: Row, isIn: boolean) => void;
  selectAll: (isIn: boolean) => void;
}

/** Selection among the rows of a list, which outlives a new read of them. */
export function useSelection<Row>(rows: readonly Row[], rowKey: (row: Row) => string): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const has = (row: Row) => keys.has(rowKey(row));
  const selected = rows.filter(has);
  return {
    selected,
    isAll: rows.length > 0 && selected.length === rows.length,
    has,
    select(row, isIn) {
      const next = new Set(keys);
      if (isIn) next.add(rowKey(row));
      else next.delete(rowKey(row));
      setKeys(next);
    },
    selectAll(isIn) {
      setKeys(new Set(isIn ? rows.map(rowKey) : []));
    },
  };
}
