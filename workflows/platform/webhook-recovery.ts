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

/** Least time between the starts of two steps: each resends as many deliveries as a second may. */
const stepEveryMs = 1_000;

/** How far a recovery has come. */
const recoveryProgressQuery = defineQuery<Omit<RecoveryProgress, 'more'>>(recoveryProgressName);

/** Input of a run. One that follows another continues where that one stood. */
export interface RecoveryRun {
  endpointId: string;
  messages?: number;
  resent?: number;
}

/**
 * Sends again what failed to reach an endpoint, oldest first and a few each second, so that deliveries of
 * events that happen now are not kept waiting. Which ones, and how far it has come, is in the endpoint's
 * recovery row.
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
    // A timer in any case: what runs already has one after each step.
    await sleep(Math.max(1, beganMs + stepEveryMs - Date.now()));
  }
}
