import { afterBuild } from '../../../stores/products/build-hold';
import { type ProductBuildRow } from '../../../stores/products/product-builds';
import { type ProductIndexRow } from '../../../stores/products/product-index-row';
import { type ServiceDeps } from '../../deps';

/**
 * Removes ended builds and imports from indexes: to callers, such a job no longer holds its index, even
 * before its run has released it.
 */
async function withoutEndedBuilds(
  { stores }: Pick<ServiceDeps, 'stores'>,
  indexes: readonly ProductIndexRow[],
): Promise<ProductIndexRow[]> {
  const holders = indexes.flatMap(({ holder }) =>
    holder === null || holder.type === 'index.delete' ? [] : [holder.jobId],
  );
  const ended = await stores.productJobs.ended(holders);
  return indexes.map((index) => {
    const job = ended.get(index.holder?.jobId ?? '');
    if (job === undefined) return index;
    return { ...index, holder: null, ...(job.type === 'index.build' ? afterBuild(job) : {}) };
  });
}

/** Index with facts from outside its row. */
export interface IndexView {
  row: ProductIndexRow;
  /** Number of live writes that are not applied yet. */
  pendingUpdates: number;
  aliases: readonly string[];
  /** The served build; null without one. */
  build: Pick<ProductBuildRow, 'laterVectors' | 'vectors'> | null;
}

/** Adds the facts of {@link IndexView} to rows of indexes. */
export async function viewIndexes(
  { stores }: Pick<ServiceDeps, 'stores'>,
  indexes: readonly ProductIndexRow[],
): Promise<IndexView[]> {
  const aliases = await stores.productAliases.ofIndexes(indexes.map(({ _id }) => _id));
  const current = await withoutEndedBuilds({ stores }, indexes);
  const served = current.flatMap((row) => row.served?.buildId ?? []);
  const builds = await stores.productBuilds.getMany(served);
  return Promise.all(
    current.map(async (row) => ({
      row,
      aliases: aliases.get(row._id)!,
      build: builds.get(row.served?.buildId ?? '') ?? null,
      pendingUpdates: await pendingUpdatesOf({ stores }, row),
    })),
  );
}

async function pendingUpdatesOf(
  { stores }: Pick<ServiceDeps, 'stores'>,
  row: ProductIndexRow,
): Promise<number> {
  const { _id, appliedThrough, burst, applying, sequence } = row;
  const isApplied = burst === null && applying === null;
  return isApplied ? 0 : stores.recordEntries.countLive(_id, appliedThrough + 1, sequence);
}
