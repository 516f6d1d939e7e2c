import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { parseCredits } from '../../../src/domain/documents/billing';
import { parseBlobs, type ParseJobState } from '../../../src/domain/documents/parse-job';
import { type ParseJobEnd } from '../../../src/stores/documents/parse-jobs/parse-jobs';
import { type ActivityDeps } from '../../deps';
import { notRunning } from './failures';

type Moves = 'claimParseJob' | 'completeParseJob' | 'failParseJob' | 'cancelParseJob';

/** The moves of a job from state to state. */
export function createParseJobMoves(deps: ActivityDeps): Pick<DocumentActivities, Moves> {
  const { blobs, parseJobs, parseJobEndings } = deps;

  /** Ends a job without a result. Files go last: a job that was completed before keeps them. */
  async function endWithout(jobId: string, end: ParseJobEnd): Promise<ParseJobState | null> {
    const row = await parseJobEndings.end(jobId, end);
    if (row?.state === 'completed') return row.state;
    await blobs.deletePrefix(parseBlobs(jobId).prefix);
    await parseJobs.noteFilesGone(jobId);
    return row?.state ?? null;
  }

  return {
    async claimParseJob({ jobId }) {
      const job = await parseJobs.claim(jobId);
      return job === null ? null : { state: job.state, describe: job.options.includeTagsSummary };
    },

    async completeParseJob({ jobId, totals }) {
      const creditsUsed = parseCredits(totals.characters, totals.figures);
      const row = await parseJobEndings.end(jobId, { state: 'completed', creditsUsed });
      if (row?.state !== 'completed') throw notRunning(row?.state ?? null);
    },

    failParseJob: ({ jobId, code, message }) => endWithout(jobId, { state: 'failed', code, message }),

    cancelParseJob: ({ jobId }) => endWithout(jobId, { state: 'cancelled' }),
  };
}
