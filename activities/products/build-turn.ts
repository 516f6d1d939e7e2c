import { type ActivityDeps } from '../deps';
import { waitBehind } from '../attempt/organization-busy';

/**
 * Lets a queued build or import through that is among the first of its organization, in the order of their
 * acceptance; one that was begun continues, and a rollback never waits. The count is that of the rows, which
 * outlive workers and end with their jobs, so that it holds over all workers and nothing is to be given back.
 *
 * @throws ApplicationFailure `OrganizationBusy` for a job that has to wait; its attempt takes no slot
 */
export async function takeBuildTurn(
  { productJobs, productBuildsMax }: Pick<ActivityDeps, 'productJobs' | 'productBuildsMax'>,
  jobId: string,
): Promise<void> {
  const job = await productJobs.get(jobId);
  if (job?.state !== 'queued' || job.isRollback) return;
  waitBehind(await productJobs.countAhead(job), productBuildsMax, 'builds at work');
}
