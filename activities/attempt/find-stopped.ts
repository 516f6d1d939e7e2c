import { Context } from '@temporalio/activity';

/**
 * How far back a sweep looks for stopped runs: a few rounds of the sweep. Older ones are found by their rows,
 * which show no progress.
 */
const lookBackMs = 3 * 60_000;

/** The list of stopped runs of one kind, and the function that makes their rows due for the sweep. */
interface StoppedKind<Id> {
  runs: { stoppedSince(since: Date): Promise<Id[]> };
  makeDue: (ids: Id[]) => Promise<void>;
}

/**
 * Makes rows due for the sweep whose runs were stopped a moment ago, without a request for each row of a
 * backlog. The sweep checks the latest run before it acts, so that a superfluous run in the list does no
 * harm. When the list is unavailable, the rows become due by their lack of progress.
 */
export async function findStopped<Id>({ runs, makeDue }: StoppedKind<Id>, now: Date): Promise<void> {
  const { log } = Context.current();
  try {
    const ids = await runs.stoppedSince(new Date(now.getTime() - lookBackMs));
    if (ids.length > 0) await makeDue(ids);
  } catch (error) {
    log.warn('stopped runs could not be listed; their rows are found later', { error });
  }
}
