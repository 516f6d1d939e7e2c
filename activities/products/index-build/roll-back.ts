import { type KeptBuild } from '../../../src/domain/products/product-index';
import { dropLostFormer } from '../../../src/stores/products/lost-former';
import { productAlias } from '../../../src/stores/products/physical-index';
import { type ActivityDeps } from '../../deps';
import { createDocumentMaker } from '../build-documents';
import { recordStates } from '../record-states';
import { saveWords, type SaveWordsDeps } from '../index-write/save-words';
import { refusalWarnings } from '../refused-documents';
import { buildVerdict, jobOver } from './build-failures';
import { readJobLease } from './build-lease';
import { countStaged } from './publish-build';

/** Sequence numbers whose records are updated together. */
const numbersPerStep = 1_000;

type RollBackDeps = Pick<
  ActivityDeps,
  | 'embedder'
  | 'embeddings'
  | 'physicalIndexes'
  | 'productBuilds'
  | 'productIndexes'
  | 'productJobs'
  | 'recordEntries'
  | 'recordGroups'
  | 'recordPages'
  | 'stagedUploads'
> &
  SaveWordsDeps;

/**
 * The first step of a rollback: live writes reach the former build from now on, and those that it has missed
 * are applied.
 */
export async function catchUpFormer(deps: RollBackDeps, jobId: string, signal: AbortSignal): Promise<void> {
  const { index, former, build } = await formerOf(deps, jobId);
  if (index.served?.buildId === former.buildId) return;
  if (await dropLostFormer(deps, index)) throw buildVerdict('BUILD_QUALITY', 'The former build is lost.');
  const { buildId, physical, view } = former;
  const named = await deps.productIndexes.nameBuilding(index._id, jobId, { buildId, physical, view });
  if (named === null) throw jobOver('failed');
  const { make } = createDocumentMaker(deps, build)!;
  for (let from = former.appliedThrough + 1; from <= named.sequence; from += numbersPerStep) {
    signal.throwIfAborted();
    const through = Math.min(from + numbersPerStep - 1, named.sequence);
    const ids = await deps.recordEntries.changedRecords(index._id, from, through);
    const entries = await deps.recordEntries.ofRecords(index._id, ids);
    const { present, removals } = recordStates(entries, view, named.voidThrough);
    const { documents, words } = await make(present, signal);
    const version = named.wordsVersion ?? 0;
    await saveWords(deps, { indexId: index._id, buildId, version }, words, signal);
    const refused = await deps.physicalIndexes.write(physical, [...removals, ...documents]);
    if (refused.length > 0) await deps.productJobs.warn(jobId, refusalWarnings(refused));
  }
  await deps.physicalIndexes.refresh(physical);
}

/** Exchanges the served and the former build. */
export async function exchangeBuilds(deps: RollBackDeps, jobId: string): Promise<void> {
  if (!(await deps.productJobs.beginPublishing(jobId)))
    throw jobOver((await deps.productJobs.get(jobId))?.state ?? null);
  const { index, former } = await formerOf(deps, jobId);
  await deps.physicalIndexes.pointAlias(index._id, former.physical);
  if (index.served?.buildId !== former.buildId) {
    const records = await deps.physicalIndexes.count(former.physical);
    const served: KeptBuild = { ...former, records, appliedThrough: index.appliedThrough };
    const staged = await countStaged(deps, index, former.view);
    if ((await deps.productIndexes.exchange(index._id, served, index.served!, staged)) === null)
      throw jobOver('failed');
  }
  const previous = index.served?.buildId === former.buildId ? index.former : index.served;
  await deps.productJobs.note(jobId, {
    result: {
      alias: productAlias(index._id),
      build: former.buildId,
      physical: former.physical,
      previous: previous?.buildId ?? null,
      records: former.records,
    },
  });
}

async function formerOf(deps: RollBackDeps, jobId: string) {
  const { index, job } = await readJobLease(deps, jobId);
  const former = [index.former, index.served].find((kept) => kept?.buildId === job.buildId) ?? null;
  const build = former === null ? null : await deps.productBuilds.get(former.buildId);
  if (former === null || build === null)
    throw buildVerdict('BUILD_QUALITY', 'The former build is not kept any more.');
  return { index, former, build };
}
