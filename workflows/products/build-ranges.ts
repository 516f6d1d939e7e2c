import { CancellationScope } from '@temporalio/workflow';

/** Ranges of one build that are processed at once. */
const rangesAtOnceMax = 2;

/**
 * Calls `act` for each range of records, {@link rangesAtOnceMax} at a time. When it settles, no call is
 * running.
 *
 * @throws the activity failure that stopped a range, or cancellation
 */
export async function forEachRange(ranges: number, act: (range: number) => Promise<unknown>): Promise<void> {
  const scope = new CancellationScope();
  let next = 0;

  async function lane(): Promise<void> {
    while (next < ranges) await act(next++);
  }

  function stopOthers(error: unknown): never {
    scope.cancel();
    throw error;
  }

  await scope.run(async () => {
    const lanes = Array.from({ length: rangesAtOnceMax }, () => lane().catch(stopOthers));
    const outcomes = await CancellationScope.nonCancellable(() => Promise.allSettled(lanes));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  });
}
