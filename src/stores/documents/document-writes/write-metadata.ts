import {
  customMetadataBytes,
  customMetadataBytesMax,
  isServiceKey,
} from '../../../domain/documents/custom-metadata';
import { type CustomMetadata } from '../../../domain/documents/document';
import { chunkRowId } from '../contents/chunks';
import { type DocumentRow } from '../contents/documents';
import { fromPairs, type MetadataPair, toPairs } from '../contents/metadata-pairs';
import { type CollectionChange } from './collection-change';
import {
  type DocumentWrites,
  type MetadataChange,
  type MetadataOutcome,
  type MetadataTarget,
} from './document-writes';
import { type Edited, type EditedVersion, type VersionEdit, editVersion } from './edit-version';
import { shareSync } from './share-sync';
import { syncSearch } from './sync-search';
import { type WriteContext } from './write-context';

type Item = MetadataTarget & MetadataChange;
type Refusal = Exclude<MetadataOutcome, { state: 'written' }>;

/**
 * Outdated chunks of a version that are listed; with more of them all chunks are updated in the search index.
 */
const pendingChunksMax = 1_000;

/** Creates the writes of custom metadata, for one collection alone. */
export function createMetadataWrites(ctx: WriteContext): Pick<DocumentWrites, 'writeMetadata'> {
  const makeFindable = shareSync((versionIds) => syncSearch(ctx, versionIds, 'wait_for'));

  return {
    async writeMetadata(collectionId, items) {
      const written: (Edited<MetadataOutcome> | Error)[] = [];
      for (const item of items)
        written.push(await editVersion(ctx, collectionId, editOf(ctx, item)).catch(asError));
      try {
        await makeFindable(written.flatMap((one) => (one instanceof Error ? [] : one.stale)));
      } catch (error) {
        return written.map((one) =>
          one instanceof Error || one.result.state === 'written' ? asError(error) : one.result,
        );
      }
      return written.map((one) => (one instanceof Error ? one : one.result));
    },
  };
}

function editOf(ctx: WriteContext, item: Item): VersionEdit<MetadataOutcome> {
  return {
    documentId: item.documentId,
    missing: { state: 'document_not_found' },
    async refuse(document, change, graph) {
      const plan = await planFor(ctx, document, item, change, graph);
      return 'custom' in plan ? null : plan;
    },
    write: (document, change) => applyTo(ctx, document, item, change),
  };
}

/** The metadata after the write of an item, or the reason of its refusal. */
async function planFor(
  ctx: WriteContext,
  document: DocumentRow,
  item: Item,
  { session }: CollectionChange,
  graph: boolean,
): Promise<{ custom: CustomMetadata; before: readonly MetadataPair[] } | Refusal> {
  let before = document.custom;
  if (item.chunkIndex !== null) {
    const _id = chunkRowId(document._id, item.chunkIndex);
    const chunk = await ctx.rows.chunks.findOne({ _id }, { session, projection: { custom: 1 } });
    if (chunk === null) return { state: 'chunk_not_found' };
    before = graph ? chunk.custom : [];
  }
  const custom = applied(before, item);
  return isTooLarge(custom) ? { state: 'too_large' } : { custom, before };
}

/** Writes one item to a version's rows in MongoDB. */
async function applyTo(
  ctx: WriteContext,
  document: DocumentRow,
  item: Item,
  change: CollectionChange,
): Promise<EditedVersion<MetadataOutcome>> {
  const plan = await planFor(ctx, document, item, change, true);
  if (!('custom' in plan)) return { result: plan, isWritten: false, chunkMetadata: 0 };
  const { session, now } = change;
  const { custom, before } = plan;
  const result: MetadataOutcome = { state: 'written', custom, updatedAt: now };
  const pairs = toPairs(custom);
  const pending = { updatedAt: now, searchPending: document.searchPending ?? now };
  if (item.chunkIndex === null) {
    await ctx.rows.documents.updateOne(
      { _id: document._id },
      { $set: { ...pending, custom: pairs }, $unset: { pendingChunks: '' }, $inc: { revision: 1 } },
      { session },
    );
    return { result, isWritten: true, chunkMetadata: 0 };
  }
  const _id = chunkRowId(document._id, item.chunkIndex);
  const pendingChunks = pendingWith(document, item.chunkIndex);
  const chunkMetadata = Math.sign(pairs.length) - Math.sign(before.length);
  await ctx.rows.chunks.updateOne({ _id }, { $set: { custom: pairs, customUpdatedAt: now } }, { session });
  await ctx.rows.documents.updateOne(
    { _id: document._id },
    {
      $set: { ...pending, ...(pendingChunks && { pendingChunks }) },
      ...(pendingChunks === undefined && { $unset: { pendingChunks: '' } }),
      $inc: { revision: 1, chunkMetadataCount: chunkMetadata },
    },
    { session },
  );
  return { result, isWritten: true, chunkMetadata };
}

function applied(before: readonly MetadataPair[], change: MetadataChange): CustomMetadata {
  if (change.mode === 'put')
    return fromPairs([...before.filter(({ k }) => isServiceKey(k)), ...toPairs(change.custom)]);
  const custom = fromPairs(before);
  for (const [key, value] of Object.entries(change.custom)) {
    if (value === null) Reflect.deleteProperty(custom, key);
    else custom[key] = value;
  }
  return custom;
}

const isTooLarge = (custom: CustomMetadata) => customMetadataBytes(custom) > customMetadataBytesMax;

/** Indexes of outdated chunks when one more is written; undefined for all chunks. */
function pendingWith({ searchPending, pendingChunks }: DocumentRow, index: number): number[] | undefined {
  const before = searchPending === undefined ? [] : pendingChunks;
  if (before === undefined || before.includes(index)) return before;
  return before.length < pendingChunksMax ? [...before, index] : undefined;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
