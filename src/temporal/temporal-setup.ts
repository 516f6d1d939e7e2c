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
 * Creates the schedules or brings them up to date; a paused one stays paused. Schedules of former releases
 * go, and the ones that take their place are paused where they were. A program of a former release that
 * starts while an installation is updated makes its schedules again; they go with the next start of this one.
 * @throws JobsUnavailable
 */
export async function ensureSchedules(client: Client): Promise<void> {
  await Promise.all(SCHEDULES.map((schedule) => ensureSchedule(client, schedule)));
  // Not before their successors are there: another program that starts now finds one or the other, and so the
  // pause.
  const replaced = new Set(SCHEDULES.flatMap(({ replaces }) => replaces ?? []));
  await Promise.all(
    Array.from(replaced, (name) => whereFound(() => client.schedule.getHandle(name).delete(), undefined)),
  );
}

async function ensureSchedule(client: Client, schedule: ScheduledWorkflow): Promise<void> {
  const { name, everyMs, summary, replaces } = schedule;
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
  const state = replaces === undefined ? {} : await pauseOf(client, replaces);
  try {
    await callTemporal(() => client.schedule.create({ scheduleId: name, ...wanted, state }));
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const handle = client.schedule.getHandle(name);
    const { spec } = await callTemporal(() => handle.describe());
    // Left alone when nothing has changed: an update could undo what an operator does at the same moment.
    if (spec.intervals?.[0]?.every === everyMs) return;
    await callTemporal(() => handle.update((former) => ({ ...wanted, state: former.state })));
  }
}

/** Whether a schedule is paused, and the operator's note; nothing where there is no such schedule. */
async function pauseOf(client: Client, name: string): Promise<{ paused?: boolean; note?: string }> {
  const described = await whereFound(() => client.schedule.getHandle(name).describe(), null);
  if (described?.state.paused !== true) return {};
  const { note } = described.state;
  return note === undefined ? { paused: true } : { paused: true, note };
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
