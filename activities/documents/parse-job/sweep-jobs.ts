import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { isFinalParseState, parseCheckAfterMs } from '../../../src/domain/documents/parse-job';
import { type ParseJobSummary } from '../../../src/stores/documents/parse-jobs/parse-jobs';
import { type ActivityDeps } from '../../deps';
import { countedRepairs } from '../../attempt/counted-repairs';
import { lostRunSentence } from '../../attempt/lost-run';
import { sweepRows } from '../../attempt/sweep-rows';

/**
 * Repairs what a crash left between two steps of parse jobs. Every repair is one that the interrupted program
 * would have done itself.
 */
export function createParseJobSweep(deps: ActivityDeps): Pick<DocumentActivities, 'sweepParseJobs'> {
  const { parseJobs, parseJobEndings, jobs } = deps;

  /** The counted repair that a job needed; null when its run is at work. */
  async function repair(row: ParseJobSummary): Promise<'started' | 'failed' | 'settled' | null> {
    if (isFinalParseState(row.state)) {
      await parseJobEndings.closeHolds(row);
      return 'settled';
    }
    const before = await jobs.parse.describe(row._id);
    if (before === 'running') return null;
    const { organizationId, environment, options } = row;
    if (
      before === 'missing' &&
      (await jobs.parse.start({ jobId: row._id, organizationId, environment, options })) === 'running'
    ) {
      return 'started';
    }
    await parseJobEndings.end(row._id, {
      state: 'failed',
      code: 'internal_error',
      message: lostRunSentence('job', before),
    });
    return 'failed';
  }

  return {
    async sweepParseJobs({ after }) {
      const { counts, check } = countedRepairs({
        store: parseJobs,
        kinds: ['started', 'failed', 'settled'],
        repair,
        checkAfterMs: parseCheckAfterMs,
      });
      const page = await sweepRows({ store: parseJobs, runs: [jobs.parse], repair: check }, after);
      return { ...counts, after: page.after };
    },
  };
}
