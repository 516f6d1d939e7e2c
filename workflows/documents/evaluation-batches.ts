import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { type EvaluationClaim } from '../../src/domain/documents/activities';
import { casesPerBatch, evaluationBatchesAtOnceMax } from '../../src/domain/documents/evaluation';
import { embedActivities } from '../activity-proxies';

const { askCases } = embedActivities('ask the next cases under every configuration');

/** Length of the history at which a run continues as a new one, far below Temporal's limit. */
const historyEventsMax = 6_000;

/** The cases that a run asks. */
export interface CasesPlan extends Pick<EvaluationClaim, 'cases' | 'configs'> {
  /** Position of the first case that is not asked yet. */
  from: number;
  onAsked: (asked: number, cases: number) => void;
}

/**
 * Asks the cases of an evaluation, {@link evaluationBatchesAtOnceMax} batches at a time. When it settles, no
 * batch is running.
 *
 * @returns the first case that is left, where a new run continues; null when none is left
 * @throws the activity failure that stopped a batch, or cancellation
 */
export function askAllCases(
  evalId: string,
  { cases, configs, from, onAsked }: CasesPlan,
): Promise<number | null> {
  const running = new Set<Promise<void>>();
  const scope = new CancellationScope();
  const size = casesPerBatch(configs);
  let failure: Error | null = null;
  let next = from;

  function fail(error: unknown): void {
    failure ??= error as Error;
    scope.cancel();
  }

  function take(): void {
    const batch = { evalId, from: next, to: Math.min(next + size, cases) };
    const work: Promise<void> = askCases(batch)
      .then(() => undefined, fail)
      .finally(() => running.delete(work));
    running.add(work);
    next = batch.to;
    onAsked(next, cases);
  }

  return scope.run(async () => {
    while (next < cases && failure === null && workflowInfo().historyLength <= historyEventsMax) {
      if (running.size >= evaluationBatchesAtOnceMax) await Promise.race(running);
      else take();
    }
    await CancellationScope.nonCancellable(() => Promise.all(running));
    if (failure !== null) throw failure;
    return next < cases ? next : null;
  });
}
