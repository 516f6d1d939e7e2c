import { type JobStage, type StageName } from '../../../src/domain/products/product-job';
import { type ActivityDeps } from '../../deps';
import { jobOver } from './build-failures';

export type StageDeps = Pick<ActivityDeps, 'productJobs'>;

/**
 * Records the beginning of a stage in the row of a job; a repeated call keeps the first time.
 *
 * @param of total of records
 * @throws ApplicationFailure `product_job_not_running`, as all of these functions do
 */
export async function beginStage(
  { productJobs }: StageDeps,
  jobId: string,
  stage: StageName,
  of: number | null = null,
): Promise<void> {
  const job = await productJobs.get(jobId);
  const known = job?.stages.find(({ name }) => name === stage)?.startedAt ?? null;
  await setStage({ productJobs }, jobId, stage, { status: 'running', startedAt: known ?? Date.now(), of });
}

/** Records the end of a stage in the row of a job. */
export async function endStage(
  deps: StageDeps,
  jobId: string,
  stage: StageName,
  found: Partial<Pick<JobStage, 'count' | 'items' | 'of'>> = {},
): Promise<void> {
  await setStage(deps, jobId, stage, { status: 'done', finishedAt: Date.now(), ...found });
}

/** Records in the row of a job why a stage is skipped. */
export async function skipStage(
  deps: StageDeps,
  jobId: string,
  stage: StageName,
  reason: string,
): Promise<void> {
  await setStage(deps, jobId, stage, { status: 'skipped', reason });
}

async function setStage(
  { productJobs }: StageDeps,
  jobId: string,
  stage: StageName,
  change: Partial<Omit<JobStage, 'name'>>,
): Promise<void> {
  if (await productJobs.setStage(jobId, stage, change)) return;
  throw jobOver((await productJobs.get(jobId))?.state ?? null);
}
