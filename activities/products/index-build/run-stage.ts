import {
  type SingleStage,
  type ProductJobRef,
  type PreparingStage,
} from '../../../src/domain/products/activities';
import { isFatal, keepWordList } from '../../../src/product-search';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { awaitCopies } from './await-copies';
import { buildVerdict } from './build-failures';
import { checkBuild } from './check-build';
import { dropOldBuilds } from './discard-builds';
import { readBuildLease, readJobLease, isServed } from './build-lease';
import { modelAway } from './preparations';
import { catchUpFormer, exchangeBuilds } from './roll-back';
import { publishBuild } from './publish-build';
import { beginStage, endStage, skipStage } from './stage-notes';

type RunStageDeps = ActivityDeps;

const stages: Record<
  SingleStage,
  (deps: RunStageDeps, jobId: string, signal: AbortSignal) => Promise<string | null>
> = {
  async validate(deps, jobId) {
    const { badValues } = (await readBuildLease(deps, jobId)).job;
    const worst = badValues.filter(isFatal);
    if (worst.length === 0) return null;
    const names = worst.map(({ field, type, bad, of }) => `${field}: ${bad} of ${of} are no ${type}`);
    throw buildVerdict('BAD_VALUES', `Values do not fit their types (${names.join('; ')}).`);
  },
  // Records are not expanded by words: docs/decisions/no-sparse-expansion.md.
  splade: () => Promise.resolve('disabled'),
  async refresh(deps, jobId, signal) {
    const { build } = await readBuildLease(deps, jobId);
    await keepWordList(deps, build, build.rangeEnds.length + 1, signal);
    await deps.physicalIndexes.refresh(build.physical);
    return null;
  },
  async verify(deps, jobId, signal) {
    const { job } = await readJobLease(deps, jobId);
    if (job.isRollback) {
      await catchUpFormer(deps, jobId, signal);
      return null;
    }
    const lease = await readBuildLease(deps, jobId);
    if (isServed(lease)) return null;
    const checks = await checkBuild(deps, lease);
    await deps.productJobs.note(jobId, { result: { checks } });
    const failed = checks.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return null;
    const reasons = failed.map(({ name, message }) => `${name}: ${message ?? 'failed'}`);
    throw buildVerdict('BUILD_QUALITY', `The build failed its checks (${reasons.join('; ')})`);
  },
  async publish(deps, jobId) {
    const { job } = await readJobLease(deps, jobId);
    if (job.isRollback) await exchangeBuilds(deps, jobId);
    else await publishBuild(deps, await readBuildLease(deps, jobId));
    return null;
  },
  async replicate(deps, jobId, signal) {
    if ((await deps.physicalIndexes.dataNodes()) < 2) return 'single node';
    await awaitCopies(deps, jobId, signal);
    return null;
  },
  async drop(deps, jobId) {
    await dropOldBuilds(deps, (await readJobLease(deps, jobId)).index._id);
    return null;
  },
};

/** Runs a stage of a build that has no ranges. */
export async function runBuildStage(
  deps: RunStageDeps,
  { jobId, stage }: ProductJobRef & { stage: SingleStage },
): Promise<void> {
  await beginStage(deps, jobId, stage);
  const skipped = await whileAlive((signal) => stages[stage](deps, jobId, signal));
  if (skipped === null) await endStage(deps, jobId, stage);
  else await skipStage(deps, jobId, stage, skipped);
}

export async function closeStage(
  deps: RunStageDeps,
  { jobId, stage }: ProductJobRef & { stage: 'schema' | 'upload' | PreparingStage },
): Promise<void> {
  const { job } = await readJobLease(deps, jobId);
  const { count, items } = await deps.productBuildParts.progress(jobId, stage);
  if (stage === 'dense' && (await deps.productBuilds.get(job.buildId!))?.vectors === null) {
    await skipStage(deps, jobId, stage, modelAway);
    return;
  }
  const made = {
    ...(stage === 'tables' ? { items: await deps.recordGroups.count(job.buildId!) } : {}),
    ...(stage === 'dense' ? { items } : {}),
  };
  await endStage(deps, jobId, stage, { count, of: count, ...made });
}
