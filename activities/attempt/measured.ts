import { activityInfo, ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { organizationBusy } from '../../src/domain/platform/organization-turn';
import { type TaskQueue } from '../../src/domain/platform/task-queues';
import { endpointBusy } from '../../src/domain/platform/webhook-delivery';
import { type Metrics } from '../../src/metrics';

/** Failure types of attempts that yield to others and are retried. */
const postponed: readonly unknown[] = [organizationBusy, endpointBusy];

/** Wraps activities, by queue, to measure the wait and the duration of each attempt. */
export function measured<T extends Record<TaskQueue, object>>(metrics: Metrics, queues: T): T {
  if (!metrics.isOn) return queues;
  const entries = Object.entries(queues).map(([queue, activities]) => [
    queue,
    measuredIn(queue, metrics, activities),
  ]);
  return Object.fromEntries(entries) as T;
}

function measuredIn(queue: string, metrics: Metrics, activities: object): object {
  const entries = Object.entries(activities as Record<string, (input: unknown) => Promise<unknown>>);
  const measuredOne =
    (activity: string, run: (input: unknown) => Promise<unknown>) => async (input: unknown) => {
      const { currentAttemptScheduledTimestampMs: scheduledMs } = activityInfo();
      metrics.observeMs('queueWaitSeconds', { queue }, Date.now() - scheduledMs);
      const begunMs = performance.now();
      const end = (outcome: string) => {
        metrics.observeMs('activitySeconds', { activity, outcome }, performance.now() - begunMs);
      };
      try {
        const result = await run(input);
        end('completed');
        return result;
      } catch (error) {
        end(outcomeOf(error));
        throw error;
      }
    };
  return Object.fromEntries(entries.map(([name, run]) => [name, measuredOne(name, run)]));
}

function outcomeOf(error: unknown): string {
  if (error instanceof CancelledFailure) return 'cancelled';
  return error instanceof ApplicationFailure && postponed.includes(error.type) ? 'postponed' : 'failed';
}
