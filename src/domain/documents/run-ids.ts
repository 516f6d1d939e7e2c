/**
 * Workflow id of a parse job: it follows from the job's id, so that a second start finds the first one's run.
 */
export function parseRunId(jobId: string): string {
  return `parse-job/${jobId}`;
}

/** Workflow id of an indexing job. */
export function indexRunId(jobId: string): string {
  return `index-job/${jobId}`;
}

/** Workflow id of the rollback of an indexing job. */
export function rollbackRunId(jobId: string): string {
  return `rollback/${jobId}`;
}

/** Workflow id of an evaluation. */
export function evaluationRunId(evalId: string): string {
  return `evaluation/${evalId}`;
}

/** Id of the schedule of a sync, and the beginning of the workflow ids of its runs. */
export function syncScheduleId(syncId: string): string {
  return `sync/${syncId}`;
}
