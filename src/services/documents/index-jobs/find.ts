import { type DocumentErrorCode } from '../../../domain/documents/errors';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { type IndexJobSummary } from '../../../stores/documents/index-jobs/index-job-kind';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { type Caller } from '../../../domain/platform/caller';

/**
 * Finds a job of the caller. The id of another tenant is answered like a malformed one.
 *
 * @throws Refusal `job_not_found`
 */
export async function findIndexJob(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  jobId: string,
): Promise<IndexJobSummary> {
  const job = isId(ID_PREFIX.indexJob, jobId) ? await stores.indexJobs.find(caller, jobId) : null;
  if (job === null) throw new Refusal<DocumentErrorCode>('job_not_found');
  return job;
}
