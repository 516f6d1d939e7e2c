import { type IndexWritesRef } from '../../../src/domain/products/activities';
import { type JobWarning, jobWarningsMax } from '../../../src/domain/products/product-job';
import {
  EngineDiskFull,
  type PhysicalDocument,
  PhysicalIndexGone,
  type RefusedDocument,
} from '../../../src/stores/products/physical-index';
import { type NumberedEntry } from '../../../src/stores/products/record-entries';
import { type ProductIndexRow } from '../../../src/stores/products/product-index-row';
import { type TakenBurst } from '../../../src/stores/products/write-bursts';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { refusalSentence } from '../product-failure';
import { refusalWarnings } from '../refused-documents';
import { type BuildTarget, type BuildTargets, createBuildTargets } from './build-targets';
import { saveWords, type SaveWordsDeps } from './save-words';

/** Bursts and folding steps of one attempt; the history of the run shows the number of bursts. */
const stepsPerAttemptMax = 100;
/** Records whose entries one read returns. */
const recordsPerRead = 500;

type ApplyDeps = Pick<
  ActivityDeps,
  | 'embedder'
  | 'embeddings'
  | 'physicalIndexes'
  | 'productBuilds'
  | 'productIndexes'
  | 'recordEntries'
  | 'recordFolding'
  | 'recordGroups'
  | 'recordPages'
  | 'writeBursts'
> &
  SaveWordsDeps;

/**
 * Applies live writes to every kept build, and folds the log when the row of the index requests it.
 * Idempotent.
 */
export function applyWrites(
  deps: ApplyDeps,
  { indexId }: IndexWritesRef,
): Promise<{ bursts: number; records: number; more: boolean }> {
  return whileAlive(async (signal) => {
    const buildTargets = createBuildTargets(deps);
    const done = { bursts: 0, records: 0 };
    for (let step = 0; step < stepsPerAttemptMax; step++) {
      signal.throwIfAborted();
      const taken = await deps.writeBursts.take(indexId);
      if (taken === null) {
        // Writes have priority: folding proceeds one step at a time.
        if (await deps.recordFolding.foldWaiting(indexId)) continue;
        return { ...done, more: false };
      }
      done.records += await applyOrFail(deps, taken, buildTargets, signal);
      done.bursts++;
    }
    return { ...done, more: true };
  });
}

/** Writes documents to a build. A lost served build is waited for; a lost former one is given up. */
async function writeDocuments(
  { physicalIndexes, productIndexes }: ApplyDeps,
  indexId: string,
  { buildId, isFormer, physical }: BuildTarget,
  documents: readonly PhysicalDocument[],
): Promise<RefusedDocument[]> {
  try {
    return await physicalIndexes.write(physical, documents);
  } catch (error) {
    if (error instanceof PhysicalIndexGone && isFormer) {
      await productIndexes.dropFormer(indexId, buildId);
      return [];
    }
    // It is retried like any outage, until an operator makes room.
    if (error instanceof EngineDiskFull) throw new Error(error.message, { cause: error });
    throw error;
  }
}

async function apply(
  deps: ApplyDeps,
  { _id: indexId, wordsVersion: version = 0 }: ProductIndexRow,
  targets: readonly BuildTarget[],
  records: ReadonlyMap<string, readonly NumberedEntry[]>,
  signal: AbortSignal,
): Promise<{ warnings: JobWarning[]; lackingVectors: number }> {
  const writes: [target: BuildTarget, documents: readonly PhysicalDocument[]][] = [];
  let lackingVectors = 0;
  // Builds mostly need the same vectors, which the first one caches: they are written one after the other.
  for (const target of targets) {
    const made = await target.documentsOf(records, signal);
    await saveWords(deps, { indexId, buildId: target.buildId, version }, made.words, signal);
    writes.push([target, made.documents]);
    lackingVectors = Math.max(lackingVectors, made.lackingVectors);
  }
  const refused = await Promise.all(writes.map((write) => writeDocuments(deps, indexId, ...write)));
  return { warnings: refusalWarnings(refused.flat()), lackingVectors };
}

/** Updates every record of the index, after a clear. */
async function applyToAll(
  deps: ApplyDeps,
  index: ProductIndexRow,
  targets: readonly BuildTarget[],
  signal: AbortSignal,
): Promise<void> {
  for (let after: string | null = null; ;) {
    signal.throwIfAborted();
    const bounds = { after, through: null, limit: recordsPerRead };
    const { items, next } = await deps.recordPages.entries(index._id, bounds);
    await apply(deps, index, targets, new Map(items), signal);
    if (next === null) return;
    after = next;
  }
}

/** Applies a burst, or ends it when the search engine refuses it. Returns its number of records. */
async function applyOrFail(
  deps: ApplyDeps,
  taken: TakenBurst,
  buildTargets: BuildTargets,
  signal: AbortSignal,
): Promise<number> {
  try {
    return await applyBurst(deps, taken, buildTargets, signal);
  } catch (error) {
    const refusal = refusalSentence(error);
    if (refusal === null) throw error;
    await deps.writeBursts.fail(taken.index._id, taken.burst, `${refusal} The next build has the writes.`);
    return 0;
  }
}

async function applyBurst(
  deps: ApplyDeps,
  { burst, index }: TakenBurst,
  buildTargets: BuildTargets,
  signal: AbortSignal,
): Promise<number> {
  await deps.writeBursts.begin(burst);
  const targets = await buildTargets.of(index);
  const { _id: indexId, building, served, voidThrough } = index;
  const isClear = voidThrough >= burst.seqFrom && voidThrough <= burst.seqTo;
  if (isClear) await applyToAll(deps, index, targets, signal);
  const changed = await deps.recordEntries.changedRecords(indexId, burst.seqFrom, burst.seqTo);
  const warnings: JobWarning[] = [];
  let lackingVectors = 0;
  for (let from = 0; from < changed.length; from += recordsPerRead) {
    signal.throwIfAborted();
    const entries = await deps.recordEntries.ofRecords(indexId, changed.slice(from, from + recordsPerRead));
    const applied = await apply(deps, index, targets, entries, signal);
    warnings.push(...applied.warnings);
    lackingVectors += applied.lackingVectors;
  }
  await deps.writeBursts.finish(indexId, burst, {
    records: changed.length,
    // The running build may be served by now, or in a moment.
    shown: await Promise.all(
      [served, building].flatMap((build) => (build === null ? [] : show(deps, build))),
    ),
    hasVectors: targets.some((target) => target.hasVectors),
    warnings: [...vectorWarnings(lackingVectors), ...warnings].slice(0, jobWarningsMax),
  });
  for (let from = 0; from < changed.length; from += recordsPerRead)
    await deps.recordFolding.fold(indexId, changed.slice(from, from + recordsPerRead));
  return changed.length;
}

/** Makes the writes visible to searches. */
async function show(
  { physicalIndexes }: ApplyDeps,
  { buildId, physical }: { buildId: string; physical: string },
) {
  await physicalIndexes.refresh(physical);
  return { buildId, records: await physicalIndexes.count(physical) };
}

function vectorWarnings(lacking: number): JobWarning[] {
  if (lacking === 0) return [];
  const message = `${lacking} records have no vector until the next build: the embedding model had no time for them.`;
  return [{ code: 'VECTORS_LATER', message }];
}
