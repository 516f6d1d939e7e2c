import { ID_PREFIX } from '../../domain/platform/ids';
import { JOB_STAGES } from '../../domain/products/product-job';
import { newId } from '../mongo/new-id';
import { type JobAcceptance } from './job-acceptance';
import { type ProductIndexRow } from './product-index-row';
import { type NewProductJob } from './product-job-kind';

interface AcceptBuildDeps {
  acceptProductJob: (job: NewProductJob) => Promise<JobAcceptance>;
}

/**
 * Accepts a build of all served and staged records. The caller starts its run; otherwise the sweep does
 * within two minutes.
 */
export async function acceptBuild(
  { acceptProductJob }: AcceptBuildDeps,
  index: ProductIndexRow,
): Promise<{ jobId: string; acceptance: JobAcceptance }> {
  const jobId = newId(ID_PREFIX.productJob);
  return { jobId, acceptance: await acceptProductJob(newBuild(index, jobId)) };
}

/** The job of a full build, with an id for the build. */
export function newBuild(index: ProductIndexRow, jobId: string): NewProductJob {
  const { _id: indexId, name: indexName, organizationId, environment } = index;
  return {
    _id: jobId,
    type: 'index.build',
    indexId,
    indexName,
    organizationId,
    environment,
    stages: JOB_STAGES['index.build'],
    buildId: newId(ID_PREFIX.productBuild),
  };
}
