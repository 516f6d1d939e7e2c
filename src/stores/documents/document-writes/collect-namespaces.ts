import { boundedGroups } from '../../../bounded-groups';
import { type Layer } from '../../../domain/documents/layers';
import { type CollectionRow } from '../contents/collections';
import { sharedIndexOf } from '../search-index/namespace-alias';
import { type NamespaceRow } from '../contents/namespaces';
import { eraseVersion, recordFigures } from './erase';
import { type WriteContext } from './write-context';
import { type SharedIndexRow } from '../contents/shared-indexes';

/** Age from which a namespace may be collected: a younger one may be about to be named by its collection. */
const namespaceGraceMs = 3_600_000;
/**
 * Time after which a removed namespace is checked once more in its shared index, for rows of a writer that
 * was running at the removal and died. No write takes that long.
 */
const lateRowsGraceMs = 24 * 3_600_000;
const rowsPerBatchMax = 200;
const chunksPerGroupMax = 5_000;
const namespacesPerBatchMax = 500;

/**
 * Reads of the names of a namespace use one snapshot, so that a copy made while its source is removed is not
 * missed.
 */
export const oneMoment = { readConcern: { level: 'snapshot' } } as const;

const namingFields = [
  'layers.namespace',
  'flattening.namespace',
  'reEmbedding.namespace',
  'syncTombstones',
] as const;

type Naming = Pick<CollectionRow, 'layers' | 'flattening' | 'reEmbedding' | 'syncTombstones' | 'embedding'>;

/** See `DocumentUpkeep.collectNamespaces`. */
export async function collectNamespaces(
  ctx: WriteContext,
  after: string | null,
  onBatch: () => void,
  now: Date,
): Promise<{ removed: number; after: string | null }> {
  const batch = await ctx.namespaces.unclaimedSince(
    new Date(now.getTime() - namespaceGraceMs),
    new Date(now.getTime() - lateRowsGraceMs),
    after,
    namespacesPerBatchMax,
  );
  const naming = await namingOf(
    ctx,
    batch.map(({ _id }) => _id),
  );
  const unnamed = batch.filter(({ _id }) => !naming.has(_id));
  await removeAll(ctx, unnamed, onBatch, now);
  for (const { _id } of batch) {
    const rows = naming.get(_id);
    if (rows !== undefined) await tidy(ctx, _id, rows, onBatch);
  }
  const removed = unnamed.filter(({ removedAt }) => removedAt === undefined).length;
  if (batch.length === namespacesPerBatchMax) return { removed, after: batch.at(-1)!._id };
  await careForSharedIndexes(ctx, now);
  return { removed, after: null };
}

/** Removes namespaces that no collection names or can begin to name. */
async function removeAll(
  ctx: WriteContext,
  namespaces: readonly NamespaceRow[],
  onBatch: () => void,
  now: Date,
): Promise<void> {
  const ids = namespaces.map(({ _id }) => _id);
  await ctx.search.removeNamespaces(ids, onBatch);
  if (ids.length > 0) await eraseRows(ctx, ids, onBatch);
  const isDone = ({ _id, removedAt }: NamespaceRow) => removedAt !== undefined || sharedIndexOf(_id) === null;
  const done = namespaces.filter(isDone).map(({ _id }) => _id);
  await ctx.namespaces.remove(done);
  await ctx.namespaces.markRemoved(
    ids.filter((id) => !done.includes(id)),
    now,
  );
}

/** The collections that name namespaces, by namespace. */
async function namingOf(ctx: WriteContext, namespaces: readonly string[]): Promise<Map<string, Naming[]>> {
  const naming = new Map<string, Naming[]>();
  if (namespaces.length === 0) return naming;
  const asked = new Set(namespaces);
  const projection = { layers: 1, flattening: 1, reEmbedding: 1, syncTombstones: 1, embedding: 1 };
  const rows = ctx.rows.collections.find(
    { $or: namingFields.map((field) => ({ [field]: { $in: [...namespaces] } })) },
    { projection, ...oneMoment },
  );
  for await (const row of rows)
    for (const namespace of namespacesOf(row))
      if (asked.has(namespace)) naming.set(namespace, [...(naming.get(namespace) ?? []), row]);
  return naming;
}

function namespacesOf({ layers, flattening, reEmbedding, syncTombstones }: Naming): Set<string> {
  const namespaces = new Set(layers.map(({ namespace }) => namespace));
  for (const namespace of [flattening?.namespace, reEmbedding?.namespace, syncTombstones])
    if (namespace !== undefined) namespaces.add(namespace);
  return namespaces;
}

/**
 * Removes rows that no copy shows from a finished namespace, and adapts the search of its vectors to its
 * size.
 */
async function tidy(
  ctx: WriteContext,
  namespace: string,
  naming: readonly Naming[],
  onBatch: () => void,
): Promise<void> {
  const layers = naming.flatMap((row) => row.layers.filter((layer: Layer) => layer.namespace === namespace));
  const isOwned = layers.length === 0 || layers.some(({ asOf }) => asOf === null);
  if (!isOwned) {
    const lastSeen = Math.max(...layers.map(({ asOf }) => asOf!));
    await eraseUnseen(ctx, namespace, lastSeen, onBatch);
  }
  const { embedding } = naming[0]!;
  if (layers.length > 0 && embedding !== null)
    await ctx.search.fitVectorSearch(namespace, embedding.dimensions);
}

/**
 * Removes rows of a namespace that its collection has left, if they are newer than the last visible number.
 */
async function eraseUnseen(
  ctx: WriteContext,
  namespace: string,
  lastSeen: number,
  onBatch: () => void,
): Promise<void> {
  const unseen = { namespace, $or: [{ added: null }, { added: { $gt: lastSeen } }] };
  for (;;) {
    const batch = await ctx.rows.documents.find(unseen).limit(rowsPerBatchMax).toArray();
    if (batch.length === 0) break;
    for (const row of batch) {
      await ctx.rows.documents.updateOne({ _id: row._id }, { $set: { purging: true } });
      await eraseVersion(ctx, row, onBatch);
    }
  }
  await ctx.rows.relations.deleteMany({ namespace, added: { $gt: lastSeen } });
}

/** Removes all rows of namespaces whose search rows have been removed. */
async function eraseRows(
  ctx: WriteContext,
  namespaces: readonly string[],
  onBatch: () => void,
): Promise<void> {
  const inThem = { namespace: { $in: [...namespaces] } };
  for (;;) {
    const batch = await ctx.rows.documents
      .find(inThem, { projection: { documentId: 1, chunkCount: 1 } })
      .limit(rowsPerBatchMax)
      .toArray();
    if (batch.length === 0) break;
    const ids = batch.map(({ _id }) => _id);
    await ctx.rows.documents.updateMany({ _id: { $in: ids } }, { $set: { purging: true } });
    await recordFigures(ctx, batch);
    for (const group of boundedGroups(batch, { sizeMax: chunksPerGroupMax }, (row) => row.chunkCount)) {
      const versionId = { $in: group.map(({ _id }) => _id) };
      await ctx.rows.chunks.deleteMany({ versionId });
      await ctx.rows.pages.deleteMany({ versionId });
      onBatch();
    }
    await ctx.rows.documents.deleteMany({ _id: { $in: ids } });
  }
  await ctx.rows.relations.deleteMany(inThem);
  onBatch();
  await ctx.syncTombstones.removeOf(namespaces);
  while ((await ctx.tombstones.removeOf(namespaces, rowsPerBatchMax)) > 0) onBatch();
}

const indexesPerBatchMax = 200;
/** Time after which every writer that was given a namespace of a shared index has registered it. */
const unusedGraceMs = 24 * 3_600_000;

/**
 * Creates the maintenance of shared indexes: it removes unused ones, and purges deleted rows from the others.
 */
async function careForSharedIndexes(ctx: WriteContext, now: Date): Promise<void> {
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
