import { type RetrievalSet } from './retrieval-set';
import { gainAt10, halves, mean, recallAt100 } from './score';
import { type Rankings } from './rankings';

/** Parts of the queries that are told apart. */
const parts = ['all', 'tuned', 'reported', 'short', 'long', 'few', 'many'] as const;
export type Part = (typeof parts)[number];

/** How good one order is, nDCG@10 by part of the queries. */
export interface MeasuredRow {
  name: string;
  gain: Record<Part, number>;
  recall: number;
}

export const rowHeader = ['order', ...parts, 'recall@100'];

/**
 * Measures the order of one way to search. `tuned` and `reported` are the two halves; `short` and `long`
 * queries lie on either side of the median number of words, `few` and `many` on either side of the median
 * number of relevant documents.
 */
export function measureRow(name: string, { queries }: RetrievalSet, rankings: Rankings): MeasuredRow {
  const gains = new Map(queries.map(({ id, grades }, at) => [id, gainAt10(rankings[at]!, grades)]));
  const of = (some: readonly { id: string }[]) => mean(some.map(({ id }) => gains.get(id)!));
  const wordsOf = ({ text }: { text: string }) => text.split(/\s+/).length;
  const [short, long] = atMedian(queries, wordsOf);
  const [few, many] = atMedian(queries, ({ grades }) => grades.size);
  const { tuned, reported } = halves(queries);
  return {
    name,
    gain: {
      all: of(queries),
      tuned: of(tuned),
      reported: of(reported),
      short: of(short),
      long: of(long),
      few: of(few),
      many: of(many),
    },
    recall: mean(queries.map(({ grades }, at) => recallAt100(rankings[at]!, grades))),
  };
}

/** Cells of the table. */
export function rowCells({ name, gain, recall }: MeasuredRow): string[] {
  return [
    name,
    ...parts.map((part) => (Number.isNaN(gain[part]) ? '-' : gain[part].toFixed(4))),
    Number.isNaN(recall) ? '-' : recall.toFixed(4),
  ];
}

/** Least gain of one order over another among all parts of the queries, as a ratio. */
export function leastRatio(row: MeasuredRow, base: MeasuredRow): number {
  return Math.min(...parts.map((part) => row.gain[part] / base.gain[part]).filter(Number.isFinite));
}

function atMedian<T>(items: readonly T[], valueOf: (item: T) => number): [T[], T[]] {
  const sorted = items.map(valueOf).toSorted((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]!;
  return [items.filter((item) => valueOf(item) <= middle), items.filter((item) => valueOf(item) > middle)];
}
