import { type components, type Sheaf } from 'sheaf-client';
import { formatThings } from '../../parts/format';
import { newestOf, type PanelJob, type PanelJobs, panelJobsMax, startOfToday } from './panel-job';

type Job = components['schemas']['IndexJobList']['jobs'][number];

/** Indexing jobs that have not ended. */
export async function runningIndexJobs(sheaf: Sheaf, signal: AbortSignal): Promise<PanelJobs> {
  const lists = await Promise.all(
    (['running', 'pending'] as const).map((status) => read(sheaf, status, signal)),
  );
  const total = lists.reduce((sum, { total_count: count }) => sum + count, 0);
  return newestOf(
    lists.flatMap(({ jobs }) => jobs.map(shown)),
    total > panelJobsMax,
  );
}

/** Indexing jobs of today that failed as a whole or in part. */
export async function failedIndexJobs(sheaf: Sheaf, signal: AbortSignal): Promise<PanelJobs> {
  const states = ['failed', 'timed_out', 'completed_with_errors'] as const;
  const lists = await Promise.all(states.map((status) => read(sheaf, status, signal)));
  const today = startOfToday().getTime();
  return newestOf(
    lists.flatMap(({ jobs }) => jobs.filter(({ created_at: at }) => Date.parse(at) >= today).map(shown)),
  );
}

const read = (sheaf: Sheaf, status: Job['status'], signal: AbortSignal) =>
  // The request asks for one job more than fits, which shows whether there are more.
  sheaf.get('/v2/jobs', { params: { query: { status, limit: panelJobsMax + 1 } }, signal });

const shown = (job: Job): PanelJob => ({
  id: job.job_id,
  name: `${job.job_type.replaceAll('_', ' ')} · ${job.collection_name}`,
  to: `/jobs/documents/${encodeURIComponent(job.job_id)}`,
  state: job.status,
  note:
    job.error?.replaceAll('_', ' ') ??
    (job.files_failed > 0 ? `${formatThings(job.files_failed, 'file')} failed` : null),
  progress: { done: job.files_indexed + job.files_failed, total: job.files_total },
  at: job.created_at,
});
