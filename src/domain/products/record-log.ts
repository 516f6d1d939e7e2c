/** Changes of records. `patch` merges top-level members and removes those that are null. */
export const ENTRY_OPS = ['put', 'patch', 'delete'] as const;
export type EntryOp = (typeof ENTRY_OPS)[number];

/** A change of one record with its sequence number. */
export interface LogEntry {
  recordId: string;
  /** Sequence number of the write. Entries of one staged upload share it. */
  seq: number;
  /** Position among the entries with the same number. */
  place: number;
  /** Whether the entry belongs to a staged upload. */
  staged: boolean;
  op: EntryOp;
  /** JSON text of an object as it was sent; empty for `delete`. */
  text: string;
}

/** The part of the log that a build contains. */
export interface LogView {
  /** Last number of the staged uploads in the view; live writes are always in it. */
  stagedThrough: number;
  /** Number up to which all entries are void. */
  voidThrough: number;
}

/** `stagedThrough` of a view with every staged upload. */
export const everythingStaged = Number.MAX_SAFE_INTEGER;

export function isInView(
  { seq, staged }: Pick<LogEntry, 'seq' | 'staged'>,
  { stagedThrough, voidThrough }: LogView,
): boolean {
  return seq > voidThrough && (!staged || seq <= stagedThrough);
}

/**
 * The view of the next build, which contains every staged upload.
 *
 * @param voidThrough number of the last clear
 * @param replaceFrom number of the last upload that replaces everything; 0 without one since the last clear
 */
export function nextView({
  voidThrough,
  replaceFrom,
}: {
  voidThrough: number;
  replaceFrom: number;
}): LogView {
  return { stagedThrough: everythingStaged, voidThrough: Math.max(voidThrough, replaceFrom - 1) };
}

/** Compares entries of one record by their order in the log. */
export function byPlace(a: Pick<LogEntry, 'seq' | 'place'>, b: Pick<LogEntry, 'seq' | 'place'>): number {
  return a.seq - b.seq || a.place - b.place;
}

/** Whether a record exists after these entries, given in order. */
export function existsAfter(entries: readonly Pick<LogEntry, 'op'>[]): boolean {
  return entries.reduce((exists, { op }) => (op === 'patch' ? exists : op === 'put'), false);
}
