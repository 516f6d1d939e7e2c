import {
  customMetadataBytes,
  customMetadataBytesMax,
  isServiceKey,
} from '../../../domain/documents/custom-metadata';
import { type CustomMetadata } from '../../../domain/documents/document';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { chunkRowId, hasGraph } from '../contents/chunks';
import { type DocumentRow } from '../contents/documents';
import { fromPairs, type MetadataPair, toPairs } from '../contents/metadata-pairs';
import { newId } from '../../mongo/new-id';
import { cloneVersion } from './clone-version';
import { changeCollection, type CollectionChange, isPrivate } from './collection-change';
import {
  DocumentWriteError,
  type DocumentWrites,
  type MetadataChange,
  type MetadataOutcome,
  type MetadataTarget,
} from './document-writes';
import { shareSync } from './share-sync';
import { hideDocument, readGraceMs, showVersion } from './show-and-hide';
import { type SyncSearch } from './sync-search';
import { type WriteContext } from './write-context';

type Item = MetadataTarget & MetadataChange;
interface Written {
  outcome: MetadataOutcome;
  /** Versions that the search index has to be told of. */
  stale: string[];
}

/** Tries against writers of the same document that are faster. */
const attemptsMax = 10;
/** Chunks of a version that are told one by one; with more of them the search index gets all anew. */
const pendingChunksMax = 1_000;

/**
 * Custom metadata. What no copy sees is changed in place; anything else is cloned into the collection's own
 * namespace, changed there, and takes the place of the former version for this collection alone.
 */
export function createMetadataWrites(
  ctx: WriteContext,
  discard: DocumentWrites['discard'],
  syncSearch: SyncSearch,
): Pick<DocumentWrites, 'writeMetadata'> {
  const makeFindable = shareSync((versionIds) => syncSearch(versionIds, 'wait_for'));

  return {
    async writeMetadata(collectionId, items) {
      const written: (Written | Error)[] = [];
      for (const item of items) written.push(await write(collectionId, item).catch(asError));
      try {
        await makeFindable(written.flatMap((one) => (one instanceof Error ? [] : one.stale)));
      } catch (error) {
        return written.map((one) =>
          one instanceof Error || one.outcome.state === 'written' ? asError(error) : one.outcome,
        );
      }
      return written.map((one) => (one instanceof Error ? one : one.outcome));
    },
  };

  async function write(collectionId: string, item: Item): Promise<Written> {
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const done = await changeCollection(ctx, collectionId, (change) => writeInPlace(ctx, change, item));
      if (done === null) throw new DocumentWriteError('collection_gone', 'The collection was deleted.');
      if (!('shared' in done)) return done;
      const versionId = newId(ID_PREFIX.documentVersion);
      const moved = await writeToClone(ctx, collectionId, done.shared, versionId, item);
      if (moved !== null) return moved;
      await discard(versionId);
    }
    throw new Error('the document changes faster than it can be written');
  }
}

async function writeInPlace(
  ctx: WriteContext,
  change: CollectionChange,
  item: Item,
): Promise<Written | { shared: DocumentRow }> {
  const { view, session } = change;
  const document = await ctx.documents.find(view, { documentId: item.documentId }, session);
  if (document === null) return refused('document_not_found');
  if (!isPrivate(change, document)) {
    const plan = await planFor(ctx, document, item, change, hasGraph(change.collection, document));
    return 'custom' in plan ? { shared: document } : plan;
  }
  const applied = await applyTo(ctx, document, item, change);
  if (applied.outcome.state !== 'written') return { outcome: applied.outcome, stale: [] };
  change.counts.chunkMetadata += applied.chunkMetadata;
  change.written = true;
  return { outcome: applied.outcome, stale: [document._id] };
}

/** Null when the document has changed meanwhile; the clone is to be discarded then. */
async function writeToClone(
  ctx: WriteContext,
  collectionId: string,
  shared: DocumentRow,
  versionId: string,
  item: Item,
): Promise<Written | null> {
  const collection = await ctx.collections.findById(collectionId);
  if (collection?.embedding == null) return null;
  const { namespace } = collection.layers.at(-1)!;
  const graph = hasGraph(collection, shared);
  const { sequence, embedding } = collection;
  await cloneVersion(ctx, shared, {
    versionId,
    namespace,
    sequence,
    graph,
    dimensions: embedding.dimensions,
  });
  // From the swap on searches do not find the former version any more.
  await ctx.refresh(namespace);
  const moved = await changeCollection(ctx, collectionId, async (change): Promise<Written | null> => {
    const { view, session } = change;
    const current = await ctx.documents.find(view, { documentId: item.documentId }, session);
    if (change.own !== namespace || current?._id !== shared._id || current.revision !== shared.revision)
      return null;
    const clone = await ctx.rows.documents.findOne({ _id: versionId }, { session });
    if (clone === null) return null;
    const applied = await applyTo(ctx, clone, item, change);
    if (applied.outcome.state !== 'written') return null;
    await hideDocument(ctx, change, shared, readGraceMs);
    await showVersion(
      ctx,
      change,
      { ...clone, chunkMetadataCount: clone.chunkMetadataCount + applied.chunkMetadata },
      {},
    );
    // Other collections go on to see an inherited document as it is.
    const hidden = shared.namespace === namespace ? [shared._id] : [];
    return { outcome: applied.outcome, stale: [versionId, ...hidden] };
  });
  return moved;
}

/** The metadata after the write of an item, or the reason why the item is refused. */
async function planFor(
  ctx: WriteContext,
  document: DocumentRow,
  item: Item,
  { session }: CollectionChange,
  graph: boolean,
): Promise<{ custom: CustomMetadata; before: readonly MetadataPair[] } | Written> {
  let before = document.custom;
  if (item.chunkIndex !== null) {
    const _id = chunkRowId(document._id, item.chunkIndex);
    const chunk = await ctx.rows.chunks.findOne({ _id }, { session, projection: { custom: 1 } });
    if (chunk === null) return refused('chunk_not_found');
    before = graph ? chunk.custom : [];
  }
  const custom = applied(before, item);
  return isTooLarge(custom) ? refused('too_large') : { custom, before };
}

/** Writes one item to a version's rows in MongoDB. */
async function applyTo(
  ctx: WriteContext,
  document: DocumentRow,
  item: Item,
  change: CollectionChange,
): Promise<{ outcome: MetadataOutcome; chunkMetadata: number }> {
  const plan = await planFor(ctx, document, item, change, true);
  if (!('custom' in plan)) return { outcome: plan.outcome, chunkMetadata: 0 };
  const { session, now } = change;
  const { custom, before } = plan;
  const pairs = toPairs(custom);
  const pending = { updatedAt: now, searchPending: document.searchPending ?? now };
  if (item.chunkIndex === null) {
    await ctx.rows.documents.updateOne(
      { _id: document._id },
      { $set: { ...pending, custom: pairs }, $unset: { pendingChunks: '' }, $inc: { revision: 1 } },
      { session },
    );
    return { outcome: { state: 'written', custom, updatedAt: now }, chunkMetadata: 0 };
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
  return { outcome: { state: 'written', custom, updatedAt: now }, chunkMetadata };
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

/**
 * Indexes of chunks that the search index may be behind when one more is written; undefined for all chunks.
 */
function pendingWith({ searchPending, pendingChunks }: DocumentRow, index: number): number[] | undefined {
  const before = searchPending === undefined ? [] : pendingChunks;
  if (before === undefined || before.includes(index)) return before;
  return before.length < pendingChunksMax ? [...before, index] : undefined;
}

const refused = (state: 'document_not_found' | 'chunk_not_found' | 'too_large'): Written => ({
  outcome: { state },
  stale: [],
});

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
