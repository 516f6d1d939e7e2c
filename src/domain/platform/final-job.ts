/** A job that has just reached its final state. */
export interface FinalJob {
  /** Kind of job, such as `parse` or `index.build`. */
  type: string;
  state: string;
  createdAt: Date;
  /** Null where it ended before it began. */
  startedAt: Date | null;
  endedAt: Date;
  /** Stages that it went through, with their durations; none where its row does not hold them. */
  stages: readonly { name: string; ms: number }[];
}

/** Is told of each job by the process that has ended it, once. */
export type NoteFinalJob = (job: FinalJob) => void;
