/** Where a result of one answer stands in another. */
export type Move =
  | { kind: 'same' }
  | { kind: 'up' | 'down'; from: number; by: number }
  | { kind: 'new' }
  | { kind: 'gone' };

interface Ranked {
  chunk_id: string;
  rank: number;
}

/** Results of two answers by the ids of their chunks: `gone` those of the first that the second lacks. */
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
