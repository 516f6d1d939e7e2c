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
 * Registers the search attributes in the client's namespace; existing ones stay.
 *
 * @throws JobsUnavailable
 */
export async function ensureSearchAttributes(client: Client): Promise<void> {
  const { namespace } = client.options;
  // Separate calls: the server refuses a list with an existing attribute, and another process may add some at
  // the same time.
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
 * Creates or updates the schedules; a paused one stays paused.
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
    // After an outage a single run replaces all missed ones.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: everyMs },
  };
  try {
    await callTemporal(() => client.schedule.create({ scheduleId: name, ...wanted }));
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const handle = client.schedule.getHandle(name);
    const { spec } = await callTemporal(() => handle.describe());
    // Unchanged schedules are not updated: an update could undo a concurrent change of an operator.
    if (spec.intervals?.[0]?.every === everyMs) return;
    await callTemporal(() => handle.update(({ state }) => ({ ...wanted, state })));
  }
}

/**
 * The result of a call on a schedule; `otherwise` if the schedule does not exist.
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
