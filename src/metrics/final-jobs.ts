import { type NoteFinalJob } from '../domain/platform/final-job';
import { type Metrics } from './metrics';

/** Counts ended jobs, and measures how long they waited and ran. */
export function createFinalJobs(metrics: Metrics): NoteFinalJob {
  return ({ type, state, createdAt, startedAt, endedAt, stages }) => {
    metrics.count('jobs', { type, state });
    metrics.observeMs('jobSeconds', { type }, endedAt.getTime() - createdAt.getTime());
    if (startedAt !== null)
      metrics.observeMs('jobWaitSeconds', { type }, startedAt.getTime() - createdAt.getTime());
    for (const { name, ms } of stages) metrics.observeMs('jobStageSeconds', { type, stage: name }, ms);
  };
}
