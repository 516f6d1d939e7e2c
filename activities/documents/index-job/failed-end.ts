import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-job-kind';
import { type JobFileEnd } from '../../../src/stores/documents/index-jobs/job-file-row';
import { type ActivityDeps } from '../../deps';

type FailedEnd = Extract<JobFileEnd, { state: 'failed' }>;

export type FailedFileEndDeps = Pick<ActivityDeps, 'collections'>;

/** End of a failed file; `cancelled` for every failure once its collection is deleted. */
export async function failedFileEnd(
  { collections }: FailedFileEndDeps,
  { collectionId }: Pick<IndexJobRow, 'collectionId'>,
  failure: Omit<FailedEnd, 'state'>,
): Promise<FailedEnd | { state: 'cancelled' }> {
  const isGone = (await collections.findById(collectionId)) === null;
  return isGone ? { state: 'cancelled' } : { state: 'failed', ...failure };
}
