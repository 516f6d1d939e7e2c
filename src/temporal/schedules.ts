/** A scheduled workflow; the schedule, the workflow type and the workflow id share one name. */
export interface ScheduledWorkflow {
  name: string;
  everyMs: number;
  /** Summary in the Temporal UI. */
  summary: string;
  /** Description for docs/operations.md. */
  task: string;
}

/**
 * Interval of sweeps: together with the lag of Temporal's list, a terminated run is found within a minute.
 */
const sweepEveryMs = 45_000;

/** Schedules of every installation; each sync has another one. */
export const SCHEDULES: readonly ScheduledWorkflow[] = [
  {
    name: 'documentSweep',
    everyMs: sweepEveryMs,
    summary: 'Repair what a crash left between two steps of jobs of documents',
    task: 'Starts jobs of documents that have a row and no run, fails those whose run was terminated, cleans up behind ended ones, brings schedules of syncs in line with their rows, and releases holds of jobs that never came to be.',
  },
  {
    name: 'webhookSweep',
    everyMs: sweepEveryMs,
    summary: 'Start deliveries that a crash left without a run',
    task: 'Starts deliveries and recoveries that are due and have no run, and removes what is left of deleted endpoints.',
  },
  {
    name: 'productSweep',
    everyMs: sweepEveryMs,
    summary: 'Repair what a crash left between two steps of jobs of indexes',
    task: 'Starts jobs of indexes that have a row and no run, fails those whose run was terminated, cleans up behind ended ones, wakes runs whose live writes wait, and removes uploads that broke off.',
  },
  {
    name: 'documentRetention',
    everyMs: 5 * 60_000,
    summary: 'Remove what has expired of documents',
    task: 'Deletes expired parse jobs with their results, masking reports and bodies of queries.',
  },
  {
    name: 'platformRetention',
    everyMs: 5 * 60_000,
    summary: 'Remove uploads that have expired and blobs of killed writers',
    task: 'Deletes expired uploads, and unfinished blobs of killed writers.',
  },
  {
    name: 'collector',
    everyMs: 5 * 60_000,
    summary: 'Keep the storage of documents in order: remove, repair, flatten',
    task: 'Brings the search index in line with MongoDB, removes versions that nothing shows or brings back, and flattens collections that have inherited from many.',
  },
];
