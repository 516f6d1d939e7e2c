/** A record as it was sent. */
export interface PlainRecord {
  id: string;
  [member: string]: unknown;
}

/** A change of one record. */
export type PlainChange =
  | { op: 'put'; record: PlainRecord }
  | { op: 'patch'; id: string; members: Record<string, unknown> }
  | { op: 'delete'; id: string };

type Records = Map<string, PlainRecord>;

/** Promises of an index about its records, as plain maps: nothing is lost, applied twice or out of order. */
export function createPlainRecords() {
  let served: Records | null = null;
  let next: Records = new Map();
  /** Ids of uploads that no build has taken, and those of them that the build under way leaves out. */
  let staged = new Set<string>();
  let stagedLater = new Set<string>();
  /** The build under way; its records are null until it is planned. */
  let building: { records: Records | null; wasEmpty: boolean } | null = null;

  const views = (): Records[] => [served, building?.records ?? null, next].filter((view) => view !== null);
  const exists = (id: string, view: Records | null): boolean => view?.has(id) === true || next.has(id);

  function noteEmpty(): void {
    if (building !== null && (building.records ?? next).size === 0) building.wasEmpty = true;
  }

  return {
    /**
     * A live write. `missing` when it names a record that does not exist, and writes nothing; `open` when that
     * depends on whether the build under way is served already.
     *
     * @param isAccepted the answer of the index, which decides where it is open
     */
    write(change: PlainChange, isAccepted: boolean): 'written' | 'missing' | 'open' {
      const id = change.op === 'put' ? change.record.id : change.id;
      const [now, soon] = [exists(id, served), exists(id, building === null ? served : building.records)];
      if (change.op !== 'put' && !now && !soon) return 'missing';
      const isOpen = change.op !== 'put' && now !== soon;
      if (isOpen && !isAccepted) return 'open';
      for (const view of views()) {
        const before = view.get(id);
        if (change.op === 'put') view.set(id, change.record);
        else if (change.op === 'delete') view.delete(id);
        else if (before !== undefined) view.set(id, patched(before, change.members));
      }
      noteEmpty();
      return isOpen ? 'open' : 'written';
    },

    /** A committed upload; a build under way that is planned does not take it. */
    upload(records: readonly PlainRecord[], replacesAll: boolean): void {
      if (replacesAll) {
        next = new Map();
        staged.clear();
        stagedLater.clear();
      }
      for (const record of records) {
        next.set(record.id, record);
        staged.add(record.id);
        stagedLater.add(record.id);
      }
    },

    clear(): void {
      for (const view of views()) view.clear();
      staged.clear();
      stagedLater.clear();
      noteEmpty();
    },

    /** Whether there is nothing to build. */
    isEmpty: (): boolean => served === null && next.size === 0,
    isBuilding: (): boolean => building !== null,

    beginBuild(): void {
      building = { records: null, wasEmpty: next.size === 0 };
    },
    /** Fixes the records that the build takes in. */
    planBuild(): void {
      if (building?.records !== null) return;
      building.records = new Map(next);
      stagedLater = new Set();
    },
    /** Whether the build under way may find nothing to read. */
    mayFindNothing: (): boolean => building?.wasEmpty === true,
    /** The build ends: it is served, or came to nothing. */
    endBuild(isServed: boolean): void {
      if (isServed) {
        served = building!.records!;
        staged = stagedLater;
      }
      building = null;
      stagedLater = new Set();
    },

    /** Records that searches find, by id; null before the first build. */
    served: (): Records | null => served,
    /** The newest state of a record. */
    record(id: string): { record: PlainRecord; staged: boolean } | null {
      const live = served?.get(id);
      if (live !== undefined) return { record: live, staged: false };
      const waiting = next.get(id);
      return waiting === undefined ? null : { record: waiting, staged: true };
    },
    /** Records that wait for the next build. */
    staged: (): number => (served === null ? next.size : staged.size),
  };
}

export type PlainRecords = ReturnType<typeof createPlainRecords>;

function patched(record: PlainRecord, members: Record<string, unknown>): PlainRecord {
  const merged = Object.entries({ ...record, ...members }).filter(([, value]) => value !== null);
  return { id: record.id, ...Object.fromEntries(merged) };
}
