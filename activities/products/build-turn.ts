import { type ActivityDeps } from '../deps';
import { waitBehind } from '../attempt/organization-busy';

/**
 * Lets a queued build or import begin if it is among the first of its organization, in the order of their
 * acceptance. One that has begun continues, and a rollback never waits. The count is that of rows, which
 * outlive workers and end with their jobs: it covers all workers, and needs no release.
 *
 * @throws ApplicationFailure `OrganizationBusy` for a job that has to wait, which then occupies no slot
 */
export async function takeBuildTurn(
  { productJobs, productBuildsMax }: Pick<ActivityDeps, 'productJobs' | 'productBuildsMax'>,
  jobId: string,
): Promise<void> {
  const job = await productJobs.get(jobId);
  if (job?.state !== 'queued' || job.isRollback) return;
  waitBehind(await productJobs.countAhead(job), productBuildsMax, 'builds at work');
}
