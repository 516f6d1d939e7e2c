/**
 * Queues that workers poll. `sheaf` has workflows and everything light; `parse` has the work that takes a
 * core for seconds, so that it can be given machines of its own; `webhook` waits for receivers of events,
 * `webhook-slow` for those that take long, so that they keep nobody else waiting.
 */
export const TASK_QUEUES = ['sheaf', 'parse', 'webhook', 'webhook-slow'] as const;
export type TaskQueue = (typeof TASK_QUEUES)[number];

/** Queue of all workflows. */
export const workflowQueue = 'sheaf' satisfies TaskQueue;
