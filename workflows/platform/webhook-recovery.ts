import {
  continueAsNew,
  defineQuery,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { type RecoveryProgress } from '../../src/domain/platform/activities';
import { recoveryProgressName } from '../../src/domain/platform/webhook-runs';
import { storeActivities } from '../activity-proxies';

const { recoverDeliveries } = storeActivities('send the next failed deliveries again');

/** Least time between the starts of two steps. A step resends at most the deliveries of one second. */
const stepEveryMs = 1_000;

/** Query for the counts of the recovery so far. */
const recoveryProgressQuery = defineQuery<Omit<RecoveryProgress, 'more'>>(recoveryProgressName);

/** Input of a run. A run that continues another has its counts. */
export interface RecoveryRun {
  endpointId: string;
  messages?: number;
  resent?: number;
}

/**
 * Resends the deliveries of an endpoint that failed within a span, oldest first and a few per second, so that
 * deliveries of new events do not wait. The endpoint's recovery row holds the span and the progress.
 */
export async function webhookRecovery(run: RecoveryRun): Promise<Omit<RecoveryProgress, 'more'>> {
  const { endpointId } = run;
  let progress = { messages: run.messages ?? 0, resent: run.resent ?? 0 };
  setHandler(recoveryProgressQuery, () => progress);
  for (;;) {
    const beganMs = Date.now();
    const step = await recoverDeliveries({ endpointId });
    if (step === null) return progress;
    progress = { messages: step.messages, resent: step.resent };
    setCurrentDetails(`**${step.resent}** of ${step.messages} are on their way again`);
    if (!step.more) return progress;
    if (workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof webhookRecovery>({ endpointId, ...progress });
    // The timer always starts, even for 1 ms: recorded runs have one after each step.
    await sleep(Math.max(1, beganMs + stepEveryMs - Date.now()));
  }
}
