/** Brings the search index up to versions; see `SyncSearch`. */
type Sync = (versionIds: readonly string[]) => Promise<void>;

/** A sync of a version that has begun. */
interface Running {
  /** Counts up over all. */
  turn: number;
  done: Promise<void>;
}

/**
 * Lets writers of the same versions in this process share what brings the search index up to them: while one
 * is at it, those who come wait, and the next one does it for all of them. A writer waits for at most the
 * update under way and the one after it.
 *
 * @returns the same as `sync`: what it answers for has begun after the call
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
        // Its callers handle its outcome.
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
