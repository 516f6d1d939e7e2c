import { type JobStage, type StageName } from '../../../src/domain/products/product-job';
import { type ActivityDeps } from '../../deps';
import { jobOver } from './build-failures';

/** Makes the notes about stages in the row of a job; each fails when the job does not run any more. */
export function createStageNotes({ productJobs }: Pick<ActivityDeps, 'productJobs'>) {
  async function set(
    jobId: string,
    stage: StageName,
    change: Partial<Omit<JobStage, 'name'>>,
  ): Promise<void> {
    if (await productJobs.setStage(jobId, stage, change)) return;
    throw jobOver((await productJobs.get(jobId))?.state ?? null);
  }

  return {
    /** The stage begins; `of` is how many records it goes through. A repeated begin keeps the first time. */
    async begin(jobId: string, stage: StageName, of: number | null = null): Promise<void> {
      const job = await productJobs.get(jobId);
      const known = job?.stages.find(({ name }) => name === stage)?.startedAt ?? null;
      await set(jobId, stage, { status: 'running', startedAt: known ?? Date.now(), of });
    },

    /** The stage is through. */
    end: (jobId: string, stage: StageName, found: Partial<Pick<JobStage, 'count' | 'items' | 'of'>> = {}) =>
      set(jobId, stage, { status: 'done', finishedAt: Date.now(), ...found }),

    skip: (jobId: string, stage: StageName, reason: string) =>
      set(jobId, stage, { status: 'skipped', reason }),
  };
}

export type StageNotes = ReturnType<typeof createStageNotes>;
