import { type BatchCursor } from '../../../src/domain/platform/activities';
import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { parseCheckAfterMs } from '../../../src/domain/documents/parse-job';
import { type JobRepair, repairJob } from '../../../src/job-rows/repair-job';
import { parseJobKind, type ParseJobSummary } from '../../../src/stores/documents/parse-jobs/parse-job-kind';
import { type ActivityDeps } from '../../deps';
import { countedRepairs } from '../../attempt/counted-repairs';
import { lostRunSentence } from '../../attempt/lost-run';
import { sweepRows } from '../../attempt/sweep-rows';

type SweepDeps = Pick<ActivityDeps, 'jobs' | 'parseJobs'>;

/**
 * Repairs what a crash left between two steps of parse jobs. Every repair is one that the interrupted program
 * would have done itself.
 */
export async function sweepParseJobs(
  deps: SweepDeps,
  { after }: BatchCursor,
): ReturnType<DocumentActivities['sweepParseJobs']> {
  const { parseJobs, jobs } = deps;
  const { counts, check } = countedRepairs({
    store: parseJobs,
    kinds: ['started', 'ended', 'settled'],
    repair: (row: ParseJobSummary) => repair(deps, row),
    checkAfterMs: parseCheckAfterMs,
  });
  const page = await sweepRows({ store: parseJobs, runs: [jobs.parse], repair: check }, after);
  const { started, ended, settled } = counts;
  return { started, failed: ended, settled, after: page.after };
}

function repair({ parseJobs, jobs }: SweepDeps, row: ParseJobSummary): Promise<JobRepair | null> {
  return repairJob(parseJobKind, row, {
    runs: jobs.parse,
    start: ({ _id: jobId, organizationId, environment, options }) =>
      jobs.parse.start({ jobId, organizationId, environment, options }),
    startsFrom: ['queued', 'processing'],
    settle: parseJobs.settle,
    stop: ({ _id: jobId }, run) =>
      parseJobs.end(jobId, {
        state: 'failed',
        code: 'internal_error',
        message: lostRunSentence('job', run),
      }),
  });
}
