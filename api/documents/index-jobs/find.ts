import { type DocumentErrorCode } from '../../../src/domain/documents/errors';
import { ID_PREFIX, isId } from '../../../src/domain/platform/ids';
import { type IndexJobSummary } from '../../../src/stores/documents/index-jobs/index-jobs';
import { type ApiDeps } from '../../deps';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type Caller } from '../../../src/domain/platform/caller';

/**
 * A job of the caller. A foreign id is answered like a malformed one.
 *
 * @throws Refusal `job_not_found`
 */
export async function findIndexJob(
  { stores }: Pick<ApiDeps, 'stores'>,
  caller: Caller,
  jobId: string,
): Promise<IndexJobSummary> {
  const job = isId(ID_PREFIX.indexJob, jobId) ? await stores.indexJobs.find(caller, jobId) : null;
  if (job === null) throw new Refusal<DocumentErrorCode>('job_not_found');
  return job;
}
