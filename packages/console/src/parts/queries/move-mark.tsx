import { formatCount } from '../format';
import { type Move } from './moves';

/** Rank of a result in the answer that it is compared with. */
export function MoveMark({ move }: { move: Move }) {
  return <span className={`move ${move.kind}`}>{wordsOf(move)}</span>;
}

/** Numbers of results that stayed, moved, appeared and disappeared. */
export function MoveCounts({ moves }: { moves: ReadonlyMap<string, Move> }) {
  const counts = { same: 0, up: 0, down: 0, new: 0, gone: 0 };
  for (const { kind } of moves.values()) counts[kind]++;
  return (
    <p aria-live="polite">
      From A to B: {formatCount(counts.same)} stay, {formatCount(counts.up)} rise, {formatCount(counts.down)}{' '}
      fall, {formatCount(counts.new)} are new, {formatCount(counts.gone)} are gone.
    </p>
  );
}

function wordsOf(move: Move): string {
  switch (move.kind) {
    case 'same':
      return '= stays';
    case 'up':
      return `▲ up ${move.by} from ${move.from}`;
    case 'down':
      return `▼ down ${move.by} from ${move.from}`;
    case 'new':
      return '★ new';
    case 'gone':
      return '✕ gone in B';
  }
}
