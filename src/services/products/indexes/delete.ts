import { type Logger } from 'pino';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { JOB_STAGES } from '../../../domain/products/product-job';
import { orLeaveToSweep } from '../../platform/jobs/leave-to-sweep';
import { type ProductIndexRow } from '../../../stores/products/product-index-row';
import { type ProductJobRow } from '../../../stores/products/product-job-kind';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { cancelJob } from '../jobs/cancel';

/**
 * Accepts the deletion of an index and cancels the build that holds it.
 *
 * @returns the job that deletes it; null when the index is deleted, or is already being deleted
 * @throws Refusal `INDEX_HAS_ALIAS`
 */
export async function deleteIndex(
  deps: Pick<ServiceDeps, 'jobs' | 'stores'>,
  index: ProductIndexRow,
  { jobId, detachesAliases, log }: { jobId: string; detachesAliases: boolean; log: Logger },
): Promise<ProductJobRow | null> {
  const { _id: indexId, name: indexName, organizationId, environment, holder } = index;
  const acceptance = await deps.stores.acceptProductJob(
    {
      _id: jobId,
      type: 'index.delete',
      indexId,
      indexName,
      organizationId,
      environment,
      stages: JOB_STAGES['index.delete'],
    },
    { detachesAliases },
  );
  if (acceptance.outcome === 'aliased') throw hasAliases(acceptance.aliases);
  if (acceptance.outcome !== 'accepted') return null;
  const { job } = acceptance;
  if (holder !== null && holder.jobId !== jobId)
    await cancelJob(deps, { _id: holder.jobId, type: holder.type }, log, 'The index is being deleted.');
  await orLeaveToSweep(deps.jobs.deletions.start({ ...job, jobId: job._id }), log, { jobId: job._id });
  return job;
}

function hasAliases(aliases: readonly string[]): Refusal<ProductErrorCode> {
  const message = 'points at the index; aliases=detach removes it too';
  const details = aliases.map((alias) => ({ path: alias, code: 'alias', message }));
  return new Refusal<ProductErrorCode>('INDEX_HAS_ALIAS', { details: { details } });
}
