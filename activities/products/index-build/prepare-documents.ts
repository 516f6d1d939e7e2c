import {
  type ProductJobRef,
  type PreparingStage,
  type BuildRangeRef,
} from '../../../src/domain/products/activities';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { readBuildLease, type LeaseDeps } from './build-lease';
import { preparationOf, type PreparationDeps } from './preparations';
import { rangePages } from './range-pages';
import { beginStage, endStage, skipStage, type StageDeps } from './stage-notes';

export type PrepareDocumentsDeps = Pick<ActivityDeps, 'productBuildParts' | 'recordPages'> &
  LeaseDeps &
  PreparationDeps &
  StageDeps;

/** Prepares what documents hold beside their records, so that the upload finds it made. */
export async function openStage(
  deps: PrepareDocumentsDeps,
  { jobId, stage }: ProductJobRef & { stage: PreparingStage },
): Promise<{ hasRanges: boolean }> {
  const lease = await readBuildLease(deps, jobId);
  // After a reset of the run the documents exist already, with these fields.
  if (lease.build.isOpen === true) return { hasRanges: false };
  await beginStage(deps, jobId, stage);
  const opening = await whileAlive((signal) => preparationOf(deps, stage).open(lease, signal));
  if (opening === 'done') await endStage(deps, jobId, stage);
  else if (opening !== 'prepares') await skipStage(deps, jobId, stage, opening.skipped);
  else await beginStage(deps, jobId, stage, lease.build.records);
  return { hasRanges: opening === 'prepares' };
}

export async function prepareRange(
  deps: PrepareDocumentsDeps,
  { jobId, stage, range }: BuildRangeRef & { stage: PreparingStage },
): Promise<{ records: number }> {
  const lease = await readBuildLease(deps, jobId);
  const { indexId, view, rangeEnds: ends } = lease.build;
  const part = { jobId, stage, range };
  const { recordsPerPage, start } = preparationOf(deps, stage);
  const prepare = start(lease);
  return whileAlive(async (signal) => {
    let done = 0;
    let items = 0;
    for await (const records of rangePages(deps, { indexId, view, ends, range }, recordsPerPage)) {
      signal.throwIfAborted();
      items += await prepare(records, signal);
      done += records.length;
      await deps.productBuildParts.saveProgress(part, { count: done, items }, false);
    }
    await deps.productBuildParts.saveProgress(part, { count: done, items }, true);
    return { records: done };
  });
}
