/** Rows in memory by a key; those that were not asked for longest go first when there is no room. */
export interface RowCache<T> {
  get(key: string): T | undefined;
  /** Keeps a row in place of what was kept under its key. One that is larger than all the room is not kept. */
  set(key: string, row: T, bytes: number): void;
}

interface Kept<T> {
  row: T;
  bytes: number;
}

/** What an entry takes beside what it says of itself. */
const entryBytes = 200;

/** A cache that holds so many bytes at most, by what is said of each row. */
export function createRowCache<T>(bytesMax: number): RowCache<T> {
  const kept = new Map<string, Kept<T>>();
  let heldBytes = 0;

  function drop(key: string, { bytes }: Kept<T>): void {
    kept.delete(key);
    heldBytes -= bytes;
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      // Maps are in the order of insertion: what was used last goes to the end.
      kept.delete(key);
      kept.set(key, found);
      return found.row;
    },
    set(key, row, ownBytes) {
      const before = kept.get(key);
      if (before !== undefined) drop(key, before);
      const bytes = ownBytes + entryBytes;
      if (bytes > bytesMax) return;
      kept.set(key, { row, bytes });
      heldBytes += bytes;
      for (const [oldest, entry] of kept) {
        if (heldBytes <= bytesMax) return;
        drop(oldest, entry);
      }
    },
  };
}
