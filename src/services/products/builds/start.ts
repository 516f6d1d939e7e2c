import { type Logger } from 'pino';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { ROLLBACK_STAGES } from '../../../domain/products/product-job';
import { newBuild } from '../../../stores/products/accept-build';
import { dropLostFormer } from '../../../stores/products/lost-former';
import { type ProductIndexRow } from '../../../stores/products/product-index-row';
import { type ProductJobRow } from '../../../stores/products/product-job-kind';
import { type Jobs } from '../../../jobs';
import { type Stores } from '../../../stores';
import { type ServiceDeps } from '../../deps';
import { Refusal } from '../../../domain/platform/refusal';
import { acceptJob } from '../jobs/accept';

interface StartDeps {
  jobs: Pick<Jobs, 'builds'>;
  stores: Pick<Stores, 'acceptProductJob' | 'productJobs'>;
}

interface StartOptions {
  /** Id of the job; a repeated start with the same id answers the same job. */
  jobId: string;
  /** Null for a caller that tries again where Temporal is away. */
  log: Logger | null;
  /** Id of the import that hands the index over; default none. */
  follows?: string | null;
}

/**
 * Starts a build of everything that is served and staged now. The row of the job is the promise: where
 * Temporal is away, the sweep starts the run.
 *
 * @throws Refusal `NO_DOCUMENTS`, `JOB_RUNNING`, `INDEX_NOT_FOUND`
 */
export async function startBuild(
  deps: StartDeps,
  index: ProductIndexRow,
  { jobId, log, follows = null }: StartOptions,
): Promise<ProductJobRow> {
  const isEmpty = index.served === null && index.staged === 0 && index.copyFrom === undefined;
  if (isEmpty && (await deps.stores.productJobs.find(index, jobId)) === null)
    throw new Refusal<ProductErrorCode>('NO_DOCUMENTS');
  return acceptJob(deps, newBuild(index, jobId), { runs: deps.jobs.builds, log, follows });
}

/**
 * Starts the rollback to the former build.
 *
 * @throws Refusal `INDEX_NOT_READY` without one, `JOB_RUNNING`, `INDEX_NOT_FOUND`
 */
export async function startRollback(
  deps: Pick<ServiceDeps, 'jobs' | 'physicalIndexes' | 'stores'>,
  index: ProductIndexRow,
  { jobId, log }: { jobId: string; log: Logger },
): Promise<ProductJobRow> {
  const { physicalIndexes, stores } = deps;
  const isLost = await dropLostFormer({ physicalIndexes, productIndexes: stores.productIndexes }, index);
  if (index.former === null || index.served === null || isLost) {
    const message = 'No former build is kept that could be served again.';
    throw new Refusal<ProductErrorCode>('INDEX_NOT_READY', { message });
  }
  const { buildId } = index.former;
  const job = { ...newBuild(index, jobId), stages: ROLLBACK_STAGES, buildId, isRollback: true };
  return acceptJob(deps, job, { runs: deps.jobs.builds, log });
}
