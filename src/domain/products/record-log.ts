/** Changes of records. `patch` merges top-level members, and removes those that are null. */
export const ENTRY_OPS = ['put', 'patch', 'delete'] as const;
export type EntryOp = (typeof ENTRY_OPS)[number];

/** A change of one record whose sequence number is known. */
export interface LogEntry {
  recordId: string;
  /** Sequence number of the write. Entries of one staged upload share it. */
  seq: number;
  /** Place among the entries with the same number. */
  place: number;
  /** True for an entry of a staged upload. */
  staged: boolean;
  op: EntryOp;
  /** JSON text of an object, as it was sent; empty for `delete`. */
  text: string;
}

/** The entries that a build knows of. */
export interface LogView {
  /** Staged uploads count up to this number; live writes always do. */
  stagedThrough: number;
  /** Nothing up to this number counts. */
  voidThrough: number;
}

/** The view in which every staged upload counts. */
export const everythingStaged = Number.MAX_SAFE_INTEGER;

/** Whether an entry counts in a view. */
export function isInView(
  { seq, staged }: Pick<LogEntry, 'seq' | 'staged'>,
  { stagedThrough, voidThrough }: LogView,
): boolean {
  return seq > voidThrough && (!staged || seq <= stagedThrough);
}

/**
 * The view of the build after all that are kept: everything that is staged counts.
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

/** Order of the entries of one record. */
export function byPlace(a: Pick<LogEntry, 'seq' | 'place'>, b: Pick<LogEntry, 'seq' | 'place'>): number {
  return a.seq - b.seq || a.place - b.place;
}

/** Whether a record exists after its entries, which are in order. */
export function existsAfter(entries: readonly Pick<LogEntry, 'op'>[]): boolean {
  return entries.reduce((exists, { op }) => (op === 'patch' ? exists : op === 'put'), false);
}
