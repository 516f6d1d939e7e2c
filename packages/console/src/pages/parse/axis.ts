/** A row or column of the grid, or a gap: a run of empty ones drawn as a single narrow one. */
export type Line = { at: number } | { gapFrom: number; gapTo: number };

/** The rows or the columns of a grid; long empty runs are gaps. */
export interface Axis {
  /** Number of lines, gaps included. */
  count: number;
  line: (position: number) => Line;
  /** Position of a row or column, or of the gap that contains it. */
  position: (at: number) => number;
}

/** Longest run of empty rows or columns that is drawn in full. */
const emptyRunMax = 3;

/** A run of rows or columns, with its first position in the grid. */
interface Run {
  from: number;
  to: number;
  position: number;
  isGap: boolean;
}

/**
 * Lays out rows or columns.
 *
 * @param spans first and last row or column of each content
 * @param first number of the first row or column
 */
export function createAxis(spans: readonly (readonly [number, number])[], first: number): Axis {
  const runs: Run[] = [];
  let next = first;
  let position = 0;
  const add = (from: number, to: number, isGap: boolean) => {
    if (to < from) return;
    runs.push({ from, to, position, isGap });
    position += isGap ? 1 : to - from + 1;
  };
  for (const [from, to] of [...spans].sort(([a], [b]) => a - b)) {
    if (from > next) add(next, from - 1, from - next > emptyRunMax);
    add(Math.max(from, next), to, false);
    next = Math.max(next, to + 1);
  }
  const runBy = (isAfter: (run: Run) => boolean): Run | undefined => {
    let [low, high] = [0, runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAfter(runs[middle]!)) high = middle;
      else low = middle + 1;
    }
    return runs[low - 1];
  };
  return {
    count: position,
    line(at) {
      const run = runBy((it) => it.position > at);
      if (run === undefined) return { at: first };
      return run.isGap ? { gapFrom: run.from, gapTo: run.to } : { at: run.from + at - run.position };
    },
    position(at) {
      const run = runBy((it) => it.from > at);
      if (run === undefined) return 0;
      return run.isGap ? run.position : run.position + Math.min(at, run.to) - run.from;
    },
  };
}
