import { type components, type Sheaf } from 'sheaf-client';
import { productJobPath } from '../products/job-path';
import { newestOf, type PanelJob, type PanelJobs, panelJobsMax, startOfToday } from './panel-job';

type Job = components['schemas']['ProductJob'];

/** Jobs of product indexes that have not ended. */
export async function runningProductJobs(sheaf: Sheaf, signal: AbortSignal): Promise<PanelJobs> {
  const states = ['running', 'importing', 'queued'] as const;
  const lists = await Promise.all(states.map((status) => read(sheaf, status, signal)));
  return newestOf(lists.flatMap(({ jobs }) => jobs.map(shown)));
}

/** Jobs of product indexes that were accepted today and failed. */
export async function failedProductJobs(sheaf: Sheaf, signal: AbortSignal): Promise<PanelJobs> {
  const { jobs } = await read(sheaf, 'failed', signal);
  const today = startOfToday().getTime();
  return newestOf(jobs.filter(({ created_at: at }) => at >= today).map(shown));
}

const read = (sheaf: Sheaf, status: Job['status'], signal: AbortSignal) =>
  sheaf.get('/v1/jobs', { params: { query: { status, limit: panelJobsMax + 1 } }, signal });

const shown = ({ id, type, index, status, error, progress, created_at: at }: Job): PanelJob => ({
  id,
  name: `${type.replace('index.', '')} · ${index}`,
  to: productJobPath(id),
  state: status,
  note: error ?? progress?.step ?? null,
  progress: progress === undefined ? null : { done: progress.records_done, total: progress.records_total },
  at: new Date(at).toISOString(),
});
