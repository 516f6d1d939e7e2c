import { type Logger } from 'pino';
import { type ProductJobRow } from '../../../stores/products/product-job-kind';
import { type ServiceDeps } from '../../deps';
import { orLeaveToSweep } from '../../platform/jobs/leave-to-sweep';

/**
 * Cancels a build or an import. The row is final at once; the run, or the sweep, then cleans up.
 *
 * @param sentence reason for the owner of the job; default: that the job was cancelled
 * @returns the job afterwards; null when it cannot be cancelled, or not any more
 */
export async function cancelJob(
  { jobs, stores }: Pick<ServiceDeps, 'jobs' | 'stores'>,
  { _id: jobId, type }: Pick<ProductJobRow, '_id' | 'type'>,
  log: Logger,
  sentence = 'The job was cancelled.',
): Promise<ProductJobRow | null> {
  if (type !== 'index.build' && type !== 'index.import') return null;
  const cancelled = await stores.productJobs.cancel(jobId, sentence);
  if (cancelled === null) return null;
  const runs = type === 'index.build' ? jobs.builds : jobs.imports;
  await orLeaveToSweep(runs.cancel(jobId), log, { jobId });
  return cancelled;
}
