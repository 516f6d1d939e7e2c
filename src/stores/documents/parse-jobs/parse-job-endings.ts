import { parseHoldKind } from '../../../domain/documents/parse-job';
import { type CapacityStore } from '../../platform/capacity';
import { type CreditStore } from '../../platform/credits';
import { type ParseJobEnd, type ParseJobStore, type ParseJobSummary } from './parse-jobs';

/**
 * Ends parse jobs: the row moves once, then what the job held is settled or released. Safe to call again at
 * any time, by anybody: the row keeps its first end, and a final row whose holds are still open (a crash came
 * between) gets them closed.
 */
export function createParseJobEndings(stores: {
  parseJobs: ParseJobStore;
  credits: CreditStore;
  capacity: CapacityStore;
}) {
  const { parseJobs, credits, capacity } = stores;

  /** Charges a completed job, releases any other one, and frees its place. */
  async function closeHolds({
    _id: jobId,
    organizationId,
    state,
    creditsUsed,
  }: ParseJobSummary): Promise<void> {
    if (state === 'completed') await credits.settle(organizationId, jobId, creditsUsed ?? 0);
    else await credits.release(organizationId, jobId);
    await capacity.give(parseHoldKind, jobId);
    await parseJobs.noteHoldsClosed(jobId);
  }

  return {
    closeHolds,

    /** The job as it now is, null when there is none. */
    async end(jobId: string, end: ParseJobEnd): Promise<ParseJobSummary | null> {
      const row = await parseJobs.end(jobId, end);
      if (row?.checkAt !== undefined) await closeHolds(row);
      return row;
    },
  };
}
