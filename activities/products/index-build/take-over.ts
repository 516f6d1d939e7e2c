import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { nextView } from '../../../src/domain/products/record-log';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ProductIndexRow } from '../../../src/stores/products/product-index-row';
import { whileAlive } from '../../attempt/while-alive';
import { type ActivityDeps } from '../../deps';
import { buildVerdict } from './build-failures';

export type TakeOverDeps = Pick<
  ActivityDeps,
  'commitUpload' | 'productIndexes' | 'recordEntries' | 'recordPages' | 'stagedUploads'
>;

/** Entries of one read. */
const entriesPerPage = 1_000;

/**
 * Stages the records of the original of a copied index, as one upload. An interrupted attempt leaves an
 * upload that is never committed; a committed one is not repeated.
 *
 * @returns the row of the copy afterwards
 */
export async function takeOver(
  deps: TakeOverDeps,
  jobId: string,
  copy: ProductIndexRow,
): Promise<ProductIndexRow> {
  const { copyFrom, _id: indexId } = copy;
  if (copyFrom === undefined) return copy;
  if ((await deps.stagedUploads.findCommit(jobId)) === null)
    await whileAlive((signal) => stage(deps, jobId, { copy, sourceId: copyFrom, signal }));
  await deps.productIndexes.markCopied(indexId);
  return (await deps.productIndexes.get(indexId))!;
}

async function stage(
  deps: TakeOverDeps,
  jobId: string,
  { copy, sourceId, signal }: { copy: ProductIndexRow; sourceId: string; signal: AbortSignal },
): Promise<void> {
  const { _id: indexId, organizationId, environment } = copy;
  const source = await presentSource(deps, sourceId);
  const uploadId = newId(ID_PREFIX.stagedUpload);
  await deps.stagedUploads.begin({ uploadId, indexId, organizationId, environment });
  const view = source.served?.view ?? nextView(source);
  const ids = new Set<string>();
  for (let after: string | null = null; ;) {
    signal.throwIfAborted();
    const { items, next } = await deps.recordPages.page(
      sourceId,
      { after, through: null, limit: entriesPerPage },
      view,
    );
    const entries = items.map(({ recordId, text }, n) => ({ recordId, place: ids.size + n, text }));
    await deps.recordEntries.stage({ indexId, uploadId }, entries);
    for (const { recordId } of items) ids.add(recordId);
    await deps.stagedUploads.keep(uploadId);
    if (next === null) break;
    after = next;
  }
  // A deletion of the original removes records during the read.
  await presentSource(deps, sourceId);
  const { size: count } = ids;
  await deps.commitUpload({
    uploadId,
    indexId,
    ids,
    idField: source.idField,
    idOrigin: source.idOrigin,
    replacesAll: false,
    received: count,
    staged: count,
    rejected: 0,
    commitId: jobId,
  });
}

/** @throws ApplicationFailure `NO_RECORDS` for a deleted index */
async function presentSource(
  { productIndexes }: Pick<ActivityDeps, 'productIndexes'>,
  sourceId: string,
): Promise<ProductIndexRow> {
  const source = await productIndexes.get(sourceId);
  if (source === null || source.isDeleting)
    throw buildVerdict('NO_RECORDS', 'The index that is copied is being deleted.');
  return source;
}
