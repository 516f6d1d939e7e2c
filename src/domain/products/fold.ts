import { applyPatch, composePatches } from './raw-object';
import { isInView, type LogEntry, type LogView } from './record-log';

/** State of a record in a view. */
export interface RecordState {
  /** JSON text of the record; null when the record does not exist. */
  text: string | null;
  /** Sequence number of the last entry in the view: the version of the record. */
  seq: number;
}

/**
 * State of a record in a view.
 *
 * @param entries entries of the record, in their order
 * @returns null when the view contains no entry of the record
 */
export function foldRecord(entries: readonly LogEntry[], view: LogView): RecordState | null {
  let state = null as RecordState | null;
  for (const entry of entries) {
    if (!isInView(entry, view)) continue;
    state = { text: textAfter(state?.text ?? null, entry), seq: entry.seq };
  }
  return state;
}

/** Text after an entry. A patch of a record that does not exist changes nothing. */
function textAfter(text: string | null, { op, text: change }: Pick<LogEntry, 'op' | 'text'>): string | null {
  if (op === 'patch') return text === null ? null : applyPatch(text, change);
  return op === 'put' ? change : null;
}

/**
 * Joins neighbouring entries of a record that are in the same views. Drops entries that are in no view, and
 * deletions and patches without an earlier entry. Each view gives the same record before and after. A joined
 * entry has the number, place and origin of the last one.
 *
 * @param entries entries of the record, in their order
 * @param views every view that is kept
 */
export function foldEntries<Entry extends LogEntry>(
  entries: readonly Entry[],
  views: readonly LogView[],
): Entry[] {
  const folded: Entry[] = [];
  let seenBefore = '';
  for (const entry of entries) {
    const seen = views.map((view) => (isInView(entry, view) ? 'x' : '-')).join('');
    if (!seen.includes('x')) continue;
    folded.push(seen === seenBefore && folded.length > 0 ? joinEntries(folded.pop()!, entry) : entry);
    if (folded.length === 1 && folded[0]!.op !== 'put') folded.pop();
    seenBefore = seen;
  }
  return folded;
}

function joinEntries<Entry extends LogEntry>(first: Entry, second: Entry): Entry {
  if (second.op !== 'patch') return second;
  const { op } = first;
  if (op === 'delete') return { ...second, op, text: '' };
  const join = op === 'put' ? applyPatch : composePatches;
  return { ...second, op, text: join(first.text, second.text) };
}
