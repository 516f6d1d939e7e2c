/** Updates the search index for versions; see `SyncSearch`. */
type Sync = (versionIds: readonly string[]) => Promise<void>;

/** A running update of a version. */
interface Running {
  /** Number of the update over all versions, ascending. */
  turn: number;
  done: Promise<void>;
}

/**
 * Lets writers of the same versions in this process share updates of the search index: while one runs, later
 * ones wait, and the next update serves all of them. A writer waits for at most the running update and the
 * next one.
 *
 * @returns a function like `sync`, whose update begins after the call
 */
export function shareSync(sync: Sync): Sync {
  const running = new Map<string, Running>();
  let turns = 0;

  return async (versionIds) => {
    const calledAt = turns;
    let left = [...new Set(versionIds)];
    while (left.length > 0) {
      const free = left.filter((versionId) => !running.has(versionId));
      const taken = left.flatMap((versionId) => {
        const work = running.get(versionId);
        return work === undefined ? [] : [{ versionId, ...work }];
      });
      const began = taken.filter(({ turn }) => turn > calledAt);
      const before = taken.filter(({ turn }) => turn <= calledAt);
      await Promise.all([
        begin(free),
        ...began.map(({ done }) => done),
        // Their callers handle the outcome.
        Promise.allSettled(before.map(({ done }) => done)),
      ]);
      left = before.map(({ versionId }) => versionId);
    }
  };

  async function begin(versionIds: readonly string[]): Promise<void> {
    if (versionIds.length === 0) return;
    const turn = ++turns;
    const done = sync(versionIds).finally(() => {
      for (const versionId of versionIds) running.delete(versionId);
    });
    for (const versionId of versionIds) running.set(versionId, { turn, done });
    await done;
  }
}
