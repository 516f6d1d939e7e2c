/** Workflow id of a parse job. It follows from the job's id, so that a second start does nothing. */
export function parseRunId(jobId: string): string {
  return `parse-job/${jobId}`;
}

export function indexRunId(jobId: string): string {
  return `index-job/${jobId}`;
}

export function rollbackRunId(jobId: string): string {
  return `rollback/${jobId}`;
}

export function evaluationRunId(evalId: string): string {
  return `evaluation/${evalId}`;
}

/** Id of the schedule of a sync, and prefix of the workflow ids of its runs. */
export function syncScheduleId(syncId: string): string {
  return `sync/${syncId}`;
}
