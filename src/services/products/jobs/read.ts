import { type Caller } from '../../../domain/platform/caller';
import { ID_PREFIX, isId } from '../../../domain/platform/ids';
import { Refusal } from '../../../domain/platform/refusal';
import { PREPARING_STAGES } from '../../../domain/products/activities';
import { type ProductErrorCode } from '../../../domain/products/errors';
import { scopeOf } from '../../../domain/products/key-scope';
import {
  type BuildStageName,
  isFinalProductJobState,
  type StageName,
} from '../../../domain/products/product-job';
import { seesAllRecords } from '../../../product-search';
import { settingsOf } from '../../../stores/products/product-index-row';
import { type ProductJobRow } from '../../../stores/products/product-job-kind';
import { type ServiceDeps } from '../../deps';
import { awaitRow } from '../../platform/jobs/await-row';
import { reaches } from '../indexes/find';

/** Finds a job of an index that the caller reaches. @throws Refusal `JOB_NOT_FOUND` */
export async function findJob(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  jobId: string,
): Promise<ProductJobRow> {
  const row = isId(ID_PREFIX.productJob, jobId) ? await stores.productJobs.find(caller, jobId) : null;
  if (row === null || !reaches(caller, row.indexName)) throw new Refusal<ProductErrorCode>('JOB_NOT_FOUND');
  return row;
}

/** Stages that process ranges of records; in the first one the total is still unknown. */
const RANGED_STAGES: ReadonlySet<StageName> = new Set(['schema', ...PREPARING_STAGES, 'upload']);

/** Returns the current job, with the progress of the ranges of its running stage. */
export async function currentJob(
  { stores }: Pick<ServiceDeps, 'stores'>,
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

/** For each job, whether the caller sees every record of its index, and therefore examples of values. */
export async function seesValuesOf(
  { stores }: Pick<ServiceDeps, 'stores'>,
  caller: Caller,
  jobs: readonly ProductJobRow[],
): Promise<boolean[]> {
  const scope = scopeOf(caller);
  const rows = await stores.productIndexes.getMany([...new Set(jobs.map(({ indexId }) => indexId))]);
  const open = new Set(rows.filter((row) => seesAllRecords(scope, settingsOf(row))).map(({ _id }) => _id));
  return jobs.map(({ indexId }) => scope.type === 'admin' || open.has(indexId));
}

/** Returns the job once it has ended, or its state when the wait is over. */
export function awaitJob(
  { lifecycle, stores }: Pick<ServiceDeps, 'lifecycle' | 'stores'>,
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
