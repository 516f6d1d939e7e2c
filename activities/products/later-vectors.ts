import { type LaterVectorsRef } from '../../src/domain/products/activities';
import { type LaterVectors } from '../../src/domain/products/later-vectors';
import { parseRecord } from '../../src/domain/products/raw-object';
import { ModelError } from '../../src/models';
import { createVectorTexts } from '../../src/product-search';
import { type ProductBuildRow, tableOf } from '../../src/stores/products/product-builds';
import { whileAlive } from '../attempt/while-alive';
import { type ActivityDeps } from '../deps';
import { isSpaceOf, prepareVectors } from './title-vectors';

/** Time of one attempt; the history of the run shows their number. */
const attemptMsMax = 5 * 60_000;
/** Texts of about one second of the local model. */
const recordsPerPage = 100;

type LaterVectorsDeps = Pick<
  ActivityDeps,
  'embedder' | 'embeddings' | 'productBuilds' | 'productIndexes' | 'recordPages'
>;

export async function makeLaterVectors(
  deps: LaterVectorsDeps,
  { buildId }: LaterVectorsRef,
): Promise<{ done: number; more: boolean }> {
  const endsAt = Date.now() + attemptMsMax;
  return whileAlive(async (signal) => {
    for (let done = 0; ;) {
      signal.throwIfAborted();
      const build = await servedBuild(deps, buildId);
      const later = build?.laterVectors ?? null;
      if (build === null || later?.state !== 'making') return { done, more: false };
      if (Date.now() >= endsAt) return { done: later.done, more: true };
      ({ done } = await makePage(deps, build, later, signal));
    }
  });
}

/** A build with its view as it is by now; null once another one is served. */
async function servedBuild(
  { productBuilds, productIndexes }: LaterVectorsDeps,
  buildId: string,
): Promise<ProductBuildRow | null> {
  const build = await productBuilds.get(buildId);
  const index = build === null ? null : await productIndexes.get(build.indexId);
  if (build === null || index?.served?.buildId !== buildId || index.isDeleting) return null;
  return { ...build, view: index.served.view };
}

/** Makes the vectors of the next records, and notes how far they are. */
async function makePage(
  deps: LaterVectorsDeps,
  build: ProductBuildRow,
  { after, done, space }: LaterVectors,
  signal: AbortSignal,
): Promise<{ done: number }> {
  const { productBuilds, recordPages } = deps;
  const bounds = { after, through: null, limit: recordsPerPage };
  const { items, next } = await recordPages.page(build.indexId, bounds, build.view);
  const textOf = createVectorTexts(tableOf(build)!);
  const texts = items.flatMap(({ text }) => textOf?.(parseRecord(text)) ?? []);
  if (!isSpaceOf(deps.embedder, space) || !(await isMade(deps, build, texts, signal))) {
    await productBuilds.noteLaterVectors(build._id, after, { state: 'stopped' });
    return { done };
  }
  const made = done + items.length;
  await productBuilds.noteLaterVectors(build._id, after, {
    done: made,
    ...(next === null ? { state: 'made' } : { after: next }),
  });
  return { done: made };
}

/** Makes vectors. False where the model refuses them for good. */
async function isMade(
  deps: LaterVectorsDeps,
  build: ProductBuildRow,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await prepareVectors(deps, build, texts, signal);
    return true;
  } catch (error) {
    if (error instanceof ModelError && !error.retryable) return false;
    throw error;
  }
}
