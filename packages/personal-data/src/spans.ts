import type { PiiSpan } from './engine';

/**
 * Sorts spans by their start and removes overlaps: the earlier one in the list wins, so that callers list
 * more reliable finders first.
 */
export function withoutOverlaps<T extends PiiSpan>(spans: readonly T[]): T[] {
  if (spans.length < 2) return [...spans];
  const order = spans.map((span, rank) => ({ span, rank }));
  order.sort((one, other) => one.span.start - other.span.start || one.rank - other.rank);
  const kept: { span: T; rank: number }[] = [];
  for (const next of order) {
    while (true) {
      const last = kept.at(-1);
      if (last === undefined || last.span.end <= next.span.start) {
        kept.push(next);
        break;
      }
      if (last.rank < next.rank) break;
      kept.pop();
    }
  }
  return kept.map(({ span }) => span);
}
