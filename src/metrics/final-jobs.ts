import { type FinalJob } from '../domain/platform/final-job';
import { type Metrics } from './metrics';

/** Counts an ended job, and measures how long it waited and ran. */
export function countFinalJob(
  metrics: Metrics,
  { type, state, createdAt, startedAt, endedAt, stages }: FinalJob,
): void {
  metrics.count('jobs', { type, state });
  metrics.observeMs('jobSeconds', { type }, endedAt.getTime() - createdAt.getTime());
  if (startedAt !== null)
    metrics.observeMs('jobWaitSeconds', { type }, startedAt.getTime() - createdAt.getTime());
  for (const { name, ms } of stages) metrics.observeMs('jobStageSeconds', { type, stage: name }, ms);
}
