import { type DocumentActivities } from '../../../src/domain/documents/activities';
import { indexDeadlineMs } from '../../../src/domain/documents/index-job';
import { type ActivityDeps } from '../../deps';
import { createFailedEnd } from './failed-end';
import { attemptName } from './held-file';
import { runNotRunning } from './job-failures';
import { createTakeBackFile } from './take-back-file';

type Steps = 'claimIndexJob' | 'nextFiles' | 'failFile';

/** Questions and notes of a run between the steps of its files. */
export function createIndexJobSteps(deps: ActivityDeps): Pick<DocumentActivities, Steps> {
  const { indexJobs, jobFiles } = deps;
  const failedEnd = createFailedEnd(deps);
  const takeBackFile = createTakeBackFile(deps);

  return {
    async claimIndexJob({ jobId }) {
      const job = await indexJobs.claim(jobId);
      if (job === null) return null;
      const { state, source, options, startedAt } = job;
      return {
        state,
        deadlineMs: (startedAt ?? job.createdAt).getTime() + indexDeadlineMs,
        fetches: source?.kind !== 'uploads' || !source.own,
        ...(options.masking == null ? {} : { masks: true }),
      };
    },

    async nextFiles({ jobId, after, limit }) {
      const job = await indexJobs.get(jobId);
      if (job?.state !== 'running') throw runNotRunning(job?.state ?? null);
      const [files, { counts }] = await Promise.all([
        jobFiles.unfinishedAfter(jobId, after, limit),
        jobFiles.count(jobId),
      ]);
      await indexJobs.noteCounts(jobId, counts);
      return { files, counts };
    },

    async failFile({ jobId, file, code, message }) {
      const job = await indexJobs.get(jobId);
      if (job?.state !== 'running') throw runNotRunning(job?.state ?? null);
      const end = await failedEnd(job, { error: code, message });
      const isOurs = await takeBackFile(job, file, attemptName(), end);
      if (isOurs && end.state === 'failed') await indexJobs.noteFileEnded(jobId, 'failed');
    },
  };
}
