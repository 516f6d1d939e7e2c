import { type Client, ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from '../domain/platform/search-attributes';
import { workflowQueue } from '../domain/platform/task-queues';
import { callTemporal, isAlreadyExists } from './temporal-call';

/** Workflows that run by the clock; the schedule, the workflow type and the workflow id share one name. */
const SCHEDULES = [
  { name: 'sweep', everyMs: 60_000, summary: 'Repair what a crash left between two steps' },
  {
    name: 'webhookSweep',
    everyMs: 60_000,
    summary: 'Start deliveries that a crash left without a run',
  },
  { name: 'retention', everyMs: 5 * 60_000, summary: 'Remove what has expired' },
  {
    name: 'collector',
    everyMs: 5 * 60_000,
    summary: 'Keep the storage of documents in order: remove, repair, flatten',
  },
] as const;
/** `IndexedValueType` of Temporal's API. */
const indexedTypes = { KEYWORD: 2, INT: 3, DATETIME: 6 } as const;

/** Makes the search attributes known to the client's namespace; those that exist stay. @throws JobsUnavailable */
export async function ensureSearchAttributes(client: Client): Promise<void> {
  const { namespace } = client.options;
  // One by one: the server refuses a list of which one is there, and another process may be adding them right now.
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

/** Creates the schedules or brings them up to date; a paused one stays paused. @throws JobsUnavailable */
export async function ensureSchedules(client: Client): Promise<void> {
  await Promise.all(SCHEDULES.map((schedule) => ensureSchedule(client, schedule)));
}

async function ensureSchedule(
  client: Client,
  { name, everyMs, summary }: (typeof SCHEDULES)[number],
): Promise<void> {
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
