import { ID_PREFIX } from '../domain/platform/ids';
import { JOB_STAGES } from '../domain/products/product-job';
import { type Stores } from '../stores';
import { newId } from '../stores/mongo/new-id';
import { type ProductIndexRow } from '../stores/products/product-indexes';

/** Accepts a build of an index; the running service starts it within two minutes. */
export async function acceptBuild(
  { acceptProductJob }: Pick<Stores, 'acceptProductJob'>,
  { _id: indexId, name: indexName, organizationId, environment }: ProductIndexRow,
) {
  const jobId = newId(ID_PREFIX.productJob);
  const acceptance = await acceptProductJob({
    _id: jobId,
    type: 'index.build',
    indexId,
    indexName,
    organizationId,
    environment,
    stages: JOB_STAGES['index.build'],
    buildId: newId(ID_PREFIX.productBuild),
  });
  return { jobId, acceptance };
}
