import { PREPARING_STAGES } from '../../../src/domain/products/activities';
import {
  type BuildStageName,
  isFinalProductJobState,
  type StageName,
} from '../../../src/domain/products/product-job';
import { type ProductJobRow } from '../../../src/stores/products/product-jobs';
import { type ApiDeps } from '../../deps';
import { awaitRow } from '../../../src/services/platform/jobs/await-row';

/** Stages that go through the records; the first does not know yet how many there are. */
const RANGED_STAGES: ReadonlySet<StageName> = new Set(['schema', ...PREPARING_STAGES, 'upload']);

/** The job as it is now, with the progress of the ranges of its stage under way. */
export async function currentJob(
  { stores }: Pick<ApiDeps, 'stores'>,
  job: ProductJobRow,
): Promise<ProductJobRow> {
  if (job.type !== 'index.build' || job.state !== 'running') return job;
  const stage = job.stages.find(({ status }) => status === 'running');
  if (stage === undefined || !RANGED_STAGES.has(stage.name)) return job;
  const { count } = await stores.productBuildParts.progress(job._id, stage.name as BuildStageName);
  const stages = job.stages.map((it) =>
    it === stage ? { ...it, count: Math.max(count, it.count ?? 0) } : it,
  );
  return { ...job, stages };
}

/** The job once it has ended, or as it is when the time is over. */
export function awaitJob(
  { lifecycle, stores }: Pick<ApiDeps, 'lifecycle' | 'stores'>,
  job: ProductJobRow,
  waitMs: number,
  signal: AbortSignal,
): Promise<ProductJobRow> {
  return awaitRow({ lifecycle }, job, {
    read: () => stores.productJobs.get(job._id),
    isDone: ({ state }) => isFinalProductJobState(state),
    waitMs,
    signal,
  });
}
