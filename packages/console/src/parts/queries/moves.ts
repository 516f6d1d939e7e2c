/** Change of a result's rank between two answers. */
export type Move =
  | { kind: 'same' }
  | { kind: 'up' | 'down'; from: number; by: number }
  | { kind: 'new' }
  | { kind: 'gone' };

interface Ranked {
  chunk_id: string;
  rank: number;
}

/**
 * Matches the results of two answers by the ids of their chunks; `gone` are those that only the first has.
 */
export function movesBetween(first: readonly Ranked[], second: readonly Ranked[]): Map<string, Move> {
  const before = new Map(first.map(({ chunk_id: id, rank }) => [id, rank]));
  const moves = new Map<string, Move>(first.map(({ chunk_id: id }) => [id, { kind: 'gone' }]));
  for (const { chunk_id: id, rank } of second) moves.set(id, moveOf(before.get(id), rank));
  return moves;
}

function moveOf(from: number | undefined, to: number): Move {
  if (from === undefined) return { kind: 'new' };
  if (from === to) return { kind: 'same' };
  return { kind: to < from ? 'up' : 'down', from, by: Math.abs(from - to) };
}
