import { findStopped } from './find-stopped';
import { tryEach } from './try-each';

/** Rows of one page of a sweep. */
const rowsPerPage = 100;

/** Rows that a sweep looks at, and what it does with each. */
interface Sweep<Row extends { _id: string }> {
  store: {
    dueForCheck(now: Date, after: string | null, limit: number): Promise<Row[]>;
    makeDue(ids: string[], now: Date): Promise<void>;
  };
  /** Runs of the rows; rows whose run was stopped a moment ago are looked at first. */
  runs: readonly { stoppedSince(since: Date): Promise<string[]> }[];
  repair: (row: Row, now: Date) => Promise<unknown>;
}

/**
 * Repairs a page of rows whose check is due, each by itself.
 *
 * @param after id of the last row of the page before; null for the first page
 * @returns `repaired`, the number of rows for which that worked, and where the next page begins: null after
 *   the last
 */
export async function sweepRows<Row extends { _id: string }>(
  { store, runs, repair }: Sweep<Row>,
  after: string | null,
): Promise<{ repaired: number; after: string | null }> {
  const now = new Date();
  if (after === null) {
    const makeDue = (ids: string[]) => store.makeDue(ids, now);
    for (const kind of runs) await findStopped({ runs: kind, makeDue }, now);
  }
  const rows = await store.dueForCheck(now, after, rowsPerPage);
  const repaired = await tryEach(rows, (row) => repair(row, now));
  return { repaired, after: rows.length < rowsPerPage ? null : rows.at(-1)!._id };
}
