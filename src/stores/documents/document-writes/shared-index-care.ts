import { type SharedIndexRow } from '../contents/shared-indexes';
import { type WriteContext } from './write-context';

const indexesPerBatchMax = 200;
/** Time after which every writer that was given a namespace of a shared index has registered it. */
const unusedGraceMs = 24 * 3_600_000;

/**
 * Creates the maintenance of shared indexes: it removes unused ones, and purges deleted rows from the others.
 */
export async function careForSharedIndexes(ctx: WriteContext, now: Date): Promise<void> {
  for (let after: string | null = null; ;) {
    const batch = await ctx.sharedIndexes.list(after, indexesPerBatchMax);
    const kept: string[] = [];
    for (const row of batch) if (!(await removeUnused(ctx, row, now))) kept.push(row._id);
    await ctx.search.reclaimSpace(kept);
    if (batch.length < indexesPerBatchMax) return;
    after = batch.at(-1)!._id;
  }
}

/** Closes one that is unused, and removes it when it still is a day later. True when it is gone. */
async function removeUnused(
  ctx: WriteContext,
  { _id, open, createdAt, closedAt }: SharedIndexRow,
  now: Date,
): Promise<boolean> {
  const since = closedAt ?? createdAt;
  if (since.getTime() > now.getTime() - unusedGraceMs || (await ctx.namespaces.isUsed(_id))) return false;
  if (open === true) {
    await ctx.sharedIndexes.close(_id, now);
    return false;
  }
  await ctx.search.removeSharedIndex(_id);
  await ctx.sharedIndexes.remove(_id);
  return true;
}
