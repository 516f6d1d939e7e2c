import { isFinalIndexState } from '../../../src/domain/documents/index-job';
import { type EndedJob } from '../../../src/domain/documents/ended-job';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-job-kind';

/** The facts of a final job's row for its event. @throws Error for a job that has not ended */
export function endedJob(row: IndexJobRow): EndedJob {
  const { _id: jobId, state, completedAt } = row;
  if (!isFinalIndexState(state) || completedAt === null) throw new Error(`job ${jobId} has not ended`);
  const { organizationId, environment, type, collectionId, collectionName, counts, error } = row;
  const { createdAt, startedAt, syncId = null } = row;
  return {
    jobId,
    state,
    completedAt,
    organizationId,
    environment,
    type,
    collectionId,
    collectionName,
    counts,
    error,
    createdAt,
    startedAt,
    syncId,
  };
}
