import { type Db } from 'mongodb';
import { parseHoldKind } from '../../../domain/documents/parse-job';
import { type NoteFinalJob } from '../../../domain/platform/final-job';
import { type CapacityStore } from '../../platform/capacity';
import { type CreditStore } from '../../platform/credits';
import { createNotedEnd, type NotedEnd } from '../noted-end';
import { type ParseJobEnd, type ParseJobStore, type ParseJobSummary } from './parse-jobs';

/**
 * Ends parse jobs: the row moves once, and what the job held is settled or released. A job that is seen as
 * `completed` is charged: both are one transaction. Safe to call again at any time, by anybody: the row keeps
 * its first end, and a final row whose holds are still open (a crash came between) gets them closed.
 */
export function createParseJobEndings(
  db: Db,
  {
    parseJobs,
    credits,
    capacity,
    noteFinalJob,
  }: {
    parseJobs: ParseJobStore;
    credits: CreditStore;
    capacity: CapacityStore;
    noteFinalJob: NoteFinalJob;
  },
) {
  async function givePlace(jobId: string): Promise<void> {
    await capacity.give(parseHoldKind, jobId);
    await parseJobs.noteHoldsClosed(jobId);
  }

  /** Charges a completed job, releases any other one, and frees its place. */
  async function closeHolds({
    _id: jobId,
    organizationId,
    state,
    creditsUsed,
  }: ParseJobSummary): Promise<void> {
    if (state === 'completed') await credits.settle(organizationId, jobId, creditsUsed ?? 0);
    else await credits.release(organizationId, jobId);
    await givePlace(jobId);
  }

  /** @returns as `end`; `isCharged` when this call has completed and charged the job */
  function complete(
    jobId: string,
    end: Extract<ParseJobEnd, { state: 'completed' }>,
    { forget, onEnded }: NotedEnd<ParseJobSummary>,
  ) {
    return db.client.withSession((session) =>
      session.withTransaction(async () => {
        forget();
        const row = await parseJobs.end(jobId, end, { session, onEnded });
        const isCharged = row?.state === 'completed' && row.checkAt !== undefined;
        if (isCharged) await credits.settleIn(session, row.organizationId, jobId, row.creditsUsed ?? 0);
        return { row, isCharged };
      }),
    );
  }

  return {
    closeHolds,

    /** The job as it now is, null when there is none. */
    async end(jobId: string, end: ParseJobEnd): Promise<ParseJobSummary | null> {
      const noted = createNotedEnd<ParseJobSummary>('parse', noteFinalJob);
      if (end.state === 'completed') {
        const { row, isCharged } = await complete(jobId, end, noted);
        noted.tell();
        if (isCharged) await givePlace(jobId);
        else if (row?.checkAt !== undefined) await closeHolds(row);
        return row;
      }
      const row = await parseJobs.end(jobId, end, { onEnded: noted.onEnded });
      noted.tell();
      if (row?.checkAt !== undefined) await closeHolds(row);
      return row;
    },
  };
}
