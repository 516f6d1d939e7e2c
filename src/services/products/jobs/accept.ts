import { type Logger } from 'pino';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { type ProductJobStart } from '../../../jobs/products';
import { type JobRuns } from '../../../jobs/runs';
import { type NewProductJob, type ProductJobRow } from '../../../stores/products/product-job-kind';
import { type Stores } from '../../../stores';
import { Refusal } from '../../../domain/platform/refusal';
import { orLeaveToSweep } from '../../platform/jobs/leave-to-sweep';

interface AcceptOptions {
  runs: Pick<JobRuns<ProductJobStart>, 'start'>;
  /** Null for a caller that retries: while Temporal is unavailable it gets JobsUnavailable. */
  log: Logger | null;
  /** Id of the job that holds the index and hands it over; default none. */
  follows?: string | null;
}

/**
 * Accepts a job that needs exclusive use of its index, and starts its run. Once the row is written the job is
 * accepted: while Temporal is unavailable, the sweep starts the run.
 *
 * @throws Refusal `JOB_RUNNING`, `INDEX_NOT_FOUND`
 */
export async function acceptJob(
  { stores }: { stores: Pick<Stores, 'acceptProductJob'> },
  wanted: NewProductJob,
  { runs, log, follows = null }: AcceptOptions,
): Promise<ProductJobRow> {
  const acceptance = await stores.acceptProductJob(wanted, { follows });
  if (acceptance.outcome === 'gone' || acceptance.outcome === 'aliased')
    throw new Refusal<ProductErrorCode>('INDEX_NOT_FOUND');
  if (acceptance.outcome === 'held') throw jobRunning(acceptance.holder.jobId);
  const { _id: jobId, indexName, organizationId, environment } = acceptance.job;
  const starting = runs.start({ jobId, indexName, organizationId, environment });
  if (log === null) await starting;
  else await orLeaveToSweep(starting, log, { jobId });
  return acceptance.job;
}

/** Refusal of a job while another one holds the index. */
function jobRunning(jobId: string): Refusal<ProductErrorCode> {
  const message = `Job ${jobId} has the index; wait for its end.`;
  return new Refusal<ProductErrorCode>('JOB_RUNNING', {
    message,
    details: { details: [{ path: 'index', code: 'job_running', message }] },
  });
}
