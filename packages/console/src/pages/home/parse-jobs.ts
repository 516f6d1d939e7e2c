import { type components, type Sheaf } from 'sheaf-client';
import { newestOf, type PanelJob, type PanelJobs, panelJobsMax, startOfToday } from './panel-job';

type Job = components['schemas']['ListedParseJob'];

/** Parse jobs that have not ended. */
export async function runningParseJobs(sheaf: Sheaf, signal: AbortSignal): Promise<PanelJobs> {
  const lists = await Promise.all(
    (['processing', 'queued'] as const).map((status) =>
      sheaf.get('/v3/parse/jobs', { params: { query: { status, limit: panelJobsMax + 1 } }, signal }),
    ),
  );
  return newestOf(lists.flatMap(({ jobs }) => jobs.map(shown)));
}

export async function failedParseJobs(sheaf: Sheaf, signal: AbortSignal): Promise<PanelJobs> {
  const query = { status: 'failed', from: startOfToday().toISOString(), limit: panelJobsMax + 1 } as const;
  const { jobs } = await sheaf.get('/v3/parse/jobs', { params: { query }, signal });
  return newestOf(jobs.map(shown));
}

function shown(job: Job): PanelJob {
  const { sheets_done: done, sheets_total: total, stage } = job.progress;
  return {
    id: job.job_id,
    name: `parse · ${job.filename ?? job.job_id}`,
    to: `/parse/${encodeURIComponent(job.job_id)}`,
    state: job.status,
    note: job.message ?? job.error ?? stage,
    progress: { done, total },
    at: job.created_at,
  };
}
