import { type ProductActivities, type SingleStage } from '../../../src/domain/products/activities';
import { isFatal } from '../../../src/product-search';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { awaitCopies } from './await-copies';
import { buildVerdict } from './build-failures';
import { checkBuild } from './check-build';
import { createDiscard } from './discard-builds';
import { heldBuild, heldJob, isServed } from './held-build';
import { modelAway } from './preparations';
import { createRollBack } from './roll-back';
import { serveBuild } from './serve-build';
import { type StageNotes } from './stage-notes';

/** Does the stages of builds that do not go through ranges. */
export function createRunStage(
  deps: ActivityDeps,
  notes: StageNotes,
): Pick<ProductActivities, 'closeStage' | 'runBuildStage'> {
  const { physicalIndexes, productBuildParts, productBuilds, productJobs, recordGroups } = deps;
  const rollBack = createRollBack(deps);
  const { dropOldBuilds } = createDiscard(deps);

  const stages: Record<SingleStage, (jobId: string, signal: AbortSignal) => Promise<string | null>> = {
    async validate(jobId) {
      const { badValues } = (await heldBuild(deps, jobId)).job;
      const worst = badValues.filter(isFatal);
      if (worst.length === 0) return null;
      const names = worst.map(({ field, type, bad, of }) => `${field}: ${bad} of ${of} are no ${type}`);
      throw buildVerdict('BAD_VALUES', `Values do not fit their types (${names.join('; ')}).`);
    },
    splade: () => Promise.resolve('disabled'),
    async refresh(jobId) {
      await physicalIndexes.refresh((await heldBuild(deps, jobId)).build.physical);
      return null;
    },
    async verify(jobId, signal) {
      const { job } = await heldJob(deps, jobId);
      if (job.isRollback) {
        await rollBack.catchUp(jobId, signal);
        return null;
      }
      const held = await heldBuild(deps, jobId);
      if (isServed(held)) return null;
      const checks = await checkBuild(deps, held);
      await productJobs.note(jobId, { result: { checks } });
      const failed = checks.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return null;
      const reasons = failed.map(({ name, message }) => `${name}: ${message ?? 'failed'}`);
      throw buildVerdict('BUILD_QUALITY', `The build failed its checks (${reasons.join('; ')})`);
    },
    async publish(jobId) {
      const { job } = await heldJob(deps, jobId);
      if (job.isRollback) await rollBack.exchange(jobId);
      else await serveBuild(deps, await heldBuild(deps, jobId));
      return null;
    },
    async replicate(jobId, signal) {
      if ((await physicalIndexes.dataNodes()) < 2) return 'single node';
      await awaitCopies(deps, jobId, signal);
      return null;
    },
    async drop(jobId) {
      await dropOldBuilds((await heldJob(deps, jobId)).index._id);
      return null;
    },
  };

  return {
    async runBuildStage({ jobId, stage }) {
      await notes.begin(jobId, stage);
      const skipped = await whileAlive((signal) => stages[stage](jobId, signal));
      if (skipped === null) await notes.end(jobId, stage);
      else await notes.skip(jobId, stage, skipped);
    },

    async closeStage({ jobId, stage }) {
      const { job } = await heldJob(deps, jobId);
      const { count, items } = await productBuildParts.progress(jobId, stage);
      if (stage === 'dense' && (await productBuilds.get(job.buildId!))?.vectors === null) {
        await notes.skip(jobId, stage, modelAway);
        return;
      }
      const made = {
        ...(stage === 'tables' ? { items: await recordGroups.count(job.buildId!) } : {}),
        ...(stage === 'dense' ? { items } : {}),
      };
      await notes.end(jobId, stage, { count, of: count, ...made });
    },
  };
}
