import { type Client } from '@temporalio/client';

/** Types of events behind the start of a run that stand for an action each, by their number. */
const actions = new Map<number, string>([
  [10, 'activity scheduled'],
  [17, 'timer started'],
  [26, 'signal'],
  [29, 'child started'],
  [40, 'search attributes'],
  [41, 'update'],
]);

/** The cost of a run: actions by their kind, and all events of its history. */
export interface RunActions {
  actions: Record<string, number>;
  events: number;
  historyBytes: number;
}

/** Counts the actions of a run that has ended. */
export async function actionsOf(client: Client, workflowId: string): Promise<RunActions> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const { raw } = await client.workflow.getHandle(workflowId).describe();
  const counts: Record<string, number> = {};
  for (const { eventType } of events ?? []) {
    const name = actions.get(Number(eventType));
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  const historyBytes = Number(raw.workflowExecutionInfo?.historySizeBytes ?? 0);
  return { actions: counts, events: events?.length ?? 0, historyBytes };
}
