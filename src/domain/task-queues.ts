/**
 * Queues that workers poll. `sheaf` has workflows and everything light; `parse` has the work that takes a core for
 * seconds, so that it can be given machines of its own.
 */
export const TASK_QUEUES = ['sheaf', 'parse'] as const;
export type TaskQueue = (typeof TASK_QUEUES)[number];
