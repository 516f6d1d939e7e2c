/**
 * Task queues that workers poll, by the name under which an operator gives a worker its queues:
 *
 * - `sheaf` has workflows and everything light. What takes long, such as copying, embedding and storing a
 *   file, is in `content`, so that it keeps nothing light waiting.
 * - `parse` has the work that takes a core for seconds, so that it can be given machines of its own. Small
 *   inputs are in `parse-quick`.
 * - `webhook` waits for receivers of events, `webhook-slow` for those that take long.
 */
export const WORKER_QUEUES = {
  sheaf: ['sheaf', 'content'],
  parse: ['parse', 'parse-quick'],
  webhook: ['webhook'],
  'webhook-slow': ['webhook-slow'],
} as const;
export type WorkerQueue = keyof typeof WORKER_QUEUES;
export type TaskQueue = (typeof WORKER_QUEUES)[WorkerQueue][number];

export const TASK_QUEUES: readonly TaskQueue[] = Object.values(WORKER_QUEUES).flat();

/** Queue of all workflows. */
export const workflowQueue = 'sheaf' satisfies TaskQueue;
