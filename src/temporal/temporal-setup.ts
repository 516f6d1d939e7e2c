import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../domain/platform/search-attributes';
import { workflowQueue } from '../domain/platform/task-queues';
import { SCHEDULES, type ScheduledWorkflow } from './schedules';
import { callTemporal, isAlreadyExists } from './temporal-call';

/** `IndexedValueType` of Temporal's API. */
const indexedTypes = { KEYWORD: 2, INT: 3, DATETIME: 6 } as const;

/**
 * Makes the search attributes known to the client's namespace; those that exist stay.
 *
 * @throws JobsUnavailable
 */
export async function ensureSearchAttributes(client: Client): Promise<void> {
  const { namespace } = client.options;
  // Separate calls: the server refuses a list with an attribute that exists, and another process may add them
  // right now.
  for (const { name, type } of Object.values(SEARCH_ATTRIBUTES)) {
    const searchAttributes = { [name]: indexedTypes[type] };
    try {
      await callTemporal(() =>
        client.connection.operatorService.addSearchAttributes({ namespace, searchAttributes }),
      );
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }
}

/**
 * Creates the schedules or brings them up to date; a paused one stays paused.
 *
 * @throws JobsUnavailable
 */
export async function ensureSchedules(client: Client): Promise<void> {
  await Promise.all(SCHEDULES.map((schedule) => ensureSchedule(client, schedule)));
}

async function ensureSchedule(client: Client, schedule: ScheduledWorkflow): Promise<void> {
  const { name, everyMs, summary } = schedule;
  const wanted = {
    spec: { intervals: [{ every: everyMs }] },
    action: {
      type: 'startWorkflow' as const,
      workflowType: name,
      workflowId: name,
      taskQueue: workflowQueue,
      args: [],
      staticSummary: summary,
    },
    // After an outage one catch-up pass does the work of all that were missed.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: everyMs },
  };
  try {
    await callTemporal(() => client.schedule.create({ scheduleId: name, ...wanted }));
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const handle = client.schedule.getHandle(name);
    const { spec } = await callTemporal(() => handle.describe());
    // Left alone when nothing has changed: an update could undo what an operator does at the same moment.
    if (spec.intervals?.[0]?.every === everyMs) return;
    await callTemporal(() => handle.update(({ state }) => ({ ...wanted, state })));
  }
}

/**
 * The answer of a call about a schedule, `otherwise` where there is no such schedule.
 *
 * @throws JobsUnavailable
 */
export async function whereFound<T, U>(call: () => Promise<T>, otherwise: U): Promise<T | U> {
  try {
    return await callTemporal(call);
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return otherwise;
    throw error;
  }
}
