import { Context } from '@temporalio/activity';

/**
 * How far back a sweep looks for runs that were stopped: some rounds of the sweep. What is older is found by
 * its row, which shows no sign of life.
 */
const lookBackMs = 3 * 60_000;

/** The list of stopped runs of one kind, and the way to bring their rows before the sweep. */
interface StoppedKind<Id> {
  runs: { stoppedSince(since: Date): Promise<Id[]> };
  hasten: (ids: Id[]) => Promise<void>;
}

/**
 * Has a sweep look now at what has lost its run a moment ago, without a question for each row of a backlog.
 * The sweep asks for the state of the latest run before it does anything, so that one run too many in the list
 * does no harm. Where the list cannot be had, the rows are found once they show no sign of life.
 */
export async function findStopped<Id>({ runs, hasten }: StoppedKind<Id>, now: Date): Promise<void> {
  const { log } = Context.current();
  try {
    const ids = await runs.stoppedSince(new Date(now.getTime() - lookBackMs));
    if (ids.length > 0) await hasten(ids);
  } catch (error) {
    log.warn('stopped runs could not be listed; their rows are found later', { error });
  }
}
