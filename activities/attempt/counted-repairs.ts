interface CountedRepairs<Row, Kind extends string> {
  store: { postponeCheck(id: string, until: Date): Promise<void> };
  /** Kinds of repairs, in the order of the answer. */
  kinds: readonly Kind[];
  /** The repair that a row needed; null when its run is at work. */
  repair: (row: Row) => Promise<Kind | null>;
  /** Time from one check of a running job to the next. */
  checkAfterMs: number;
}

/**
 * The work of a sweep over jobs: `check` repairs one of them and counts what it did; `counts` are the numbers
 * so far. A job whose run is at work, or was `started`, is checked again later.
 */
export function countedRepairs<Row extends { _id: string }, Kind extends string>({
  store,
  kinds,
  repair,
  checkAfterMs,
}: CountedRepairs<Row, Kind>) {
  const counts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  const check = async (row: Row, now: Date): Promise<void> => {
    const done = await repair(row);
    if (done !== null) counts[done]++;
    if (done === null || done === 'started')
      await store.postponeCheck(row._id, new Date(now.getTime() + checkAfterMs));
  };
  return { counts, check };
}
