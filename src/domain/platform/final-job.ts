/** What metrics need to know of a job that has reached its final state. */
export interface FinalJob {
  /** Kind of job, such as `parse` or `index.build`. */
  type: string;
  state: string;
  createdAt: Date;
  /** Null when it ended before it began. */
  startedAt: Date | null;
  endedAt: Date;
  /** Stages of the job with their durations; empty when its row does not hold them. */
  stages: readonly { name: string; ms: number }[];
}

/** Receives each job once, in the process that ended it. */
export type OnFinalJob = (job: FinalJob) => void;
