import { type Filter } from 'mongodb';
import { addLanguages } from '../../../domain/documents/language-counts';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { hasGraph } from '../contents/chunks';
import { type DocumentRow, type DocumentTail } from '../contents/documents';
import { visibleRelations } from '../contents/documents-visible';
import { newId } from '../../mongo/new-id';
import { type RelationRow } from '../contents/relations';
import { type CollectionChange, putTombstone, viewAfter } from './collection-change';
import { type WriteContext } from './write-context';

/** Retention of overwritten and rolled-back versions, for a rollback. */
export const formerVersionTtlMs = 7 * 24 * 3_600_000;
/** Time for which a removed row stays for running reads. */
export const readGraceMs = 60_000;

/** Update of a row when the search index is outdated for all chunks of the version. */
const allChunks = { pendingChunks: '' } as const;

/** Fields that are set when a version becomes visible. */
type ShownFacts = Partial<DocumentTail> &
  Partial<Pick<DocumentRow, 'replaces' | 'keptAs' | 'createdAt' | 'indexedAt'>>;

/** Makes a version visible from this change on. Returns whether the search index has to be updated. */
export async function showVersion(
  ctx: WriteContext,
  change: CollectionChange,
  version: DocumentRow,
  facts: ShownFacts,
): Promise<boolean> {
  return (await showVersions(ctx, change, [{ version, facts }])).length > 0;
}

/** Makes several versions visible. Returns those to update in the search index. */
export async function showVersions(
  ctx: WriteContext,
  change: CollectionChange,
  shown: readonly { version: DocumentRow; facts: ShownFacts }[],
): Promise<DocumentRow[]> {
  if (shown.length === 0) return [];
  const { sequence, now, counts, session, collection } = change;
  // Whether a copy was made since the chunks were written; the search index would offer them to that copy in
  // vain.
  const isLate = ({ floor }: DocumentRow) => floor <= collection.frozenAt;
  const updates = shown.map(({ version, facts }) => ({
    updateOne: {
      filter: { _id: version._id },
      update: {
        $set: { ...facts, added: sequence, ...(isLate(version) && { searchPending: now }) },
        ...(isLate(version) && { $inc: { revision: 1 }, $unset: allChunks }),
      },
    },
  }));
  await ctx.rows.documents.bulkWrite(updates, { session });
  const identities = shown.map(({ version }) => version.identity);
  await ctx.syncTombstones.clear(collection, identities, session);
  for (const { version, facts } of shown) {
    const { chunkCount, chunkMetadataCount, languages } = { ...version, ...facts };
    counts.documents += 1;
    counts.chunks += chunkCount;
    counts.chunkMetadata += chunkMetadataCount;
    change.languages = addLanguages(change.languages, languages);
  }
  change.written = true;
  return shown.map(({ version }) => version).filter(isLate);
}

/** Hides a visible document from this change on, for this collection alone, without its relations. */
export async function hideDocument(
  ctx: WriteContext,
  change: CollectionChange,
  document: DocumentRow,
  keepMs: number,
): Promise<void> {
  const { own, sequence, now, counts, session, collection } = change;
  if (document.namespace === own) {
    await ctx.rows.documents.updateOne(
      { _id: document._id },
      {
        $set: { removed: sequence, purgeAt: new Date(now.getTime() + keepMs), searchPending: now },
        $unset: allChunks,
        $inc: { revision: 1 },
      },
      { session },
    );
  } else {
    await putTombstone(ctx, change, 'document', document.documentId);
  }
  counts.documents -= 1;
  counts.chunks -= document.chunkCount;
  change.languages = addLanguages(change.languages, document.languages, -1);
  counts.chunkMetadata -= hasGraph(collection, document) ? document.chunkMetadataCount : 0;
  change.written = true;
}

/**
 * Hides the relations that start in a document. Call it first, while `view` of the change is valid.
 *
 * @param keptFor name under which they are kept for a rollback
 */
export async function hideRelationsOf(
  ctx: WriteContext,
  change: CollectionChange,
  documentId: string,
  keepMs: number,
  keptFor?: string,
): Promise<void> {
  const { own, session, view } = change;
  const relations = await ctx.relations.find(view, { sourceDocumentId: documentId }, session);
  if (relations.length === 0) return;
  const inherited = relations.filter(({ namespace }) => namespace !== own);
  if (inherited.length > 0) await putTombstone(ctx, change, 'relations_of', documentId);
  if (keptFor !== undefined) await keepInherited(ctx, change, inherited, keptFor);
  await hideOwnRelations(ctx, change, relations, keepMs, keptFor);
  change.counts.relations -= relations.length;
  change.counts.relationsUnresolved -= await countUnresolved(ctx, change, relations);
}

/**
 * Other collections show the rows of inherited layers too. This collection keeps a row that is never visible.
 */
async function keepInherited(
  ctx: WriteContext,
  { own, session, sequence, now }: CollectionChange,
  relations: readonly RelationRow[],
  keptFor: string,
): Promise<void> {
  if (relations.length === 0) return;
  const kept = relations.map((row) => ({
    ...row,
    _id: newId(ID_PREFIX.relationVersion),
    namespace: own,
    added: sequence,
    removed: sequence,
    keptFor,
    purgeAt: new Date(now.getTime() + formerVersionTtlMs),
  }));
  await ctx.rows.relations.insertMany(kept, { session });
}

/** Hides the given relations that are in the collection's own namespace. */
export async function hideOwnRelations(
  ctx: WriteContext,
  change: CollectionChange,
  relations: readonly RelationRow[],
  keepMs: number,
  keptFor?: string,
): Promise<void> {
  const { own, sequence, session, now } = change;
  const ids = relations.filter(({ namespace }) => namespace === own).map(({ _id }) => _id);
  const purgeAt = new Date(now.getTime() + keepMs);
  const gone = { removed: sequence, purgeAt, ...(keptFor !== undefined && { keptFor }) };
  if (ids.length > 0) await ctx.rows.relations.updateMany({ _id: { $in: ids } }, { $set: gone }, { session });
  change.written = true;
}

/** Number of these relations without a visible target before the change. */
export async function countUnresolved(
  ctx: WriteContext,
  { view, session }: CollectionChange,
  relations: readonly RelationRow[],
): Promise<number> {
  const targets = [...new Set(relations.map(({ targetDocumentId }) => targetDocumentId))];
  const there = new Set<string>();
  for (const documentId of targets)
    if ((await ctx.documents.find(view, { documentId }, session)) !== null) there.add(documentId);
  return relations.filter(({ targetDocumentId }) => !there.has(targetDocumentId)).length;
}

/**
 * Updates the count of unresolved relations when documents disappear or (with `by` -1) appear. Call it after
 * all other writes.
 */
export async function countTargets(
  ctx: WriteContext,
  change: CollectionChange,
  documentIds: readonly string[],
  by: 1 | -1,
): Promise<void> {
  if (documentIds.length === 0 || change.collection.counts.relations === 0) return;
  const shown = visibleRelations(await viewAfter(ctx, change)) as Filter<RelationRow>;
  const incoming = await ctx.rows.relations.countDocuments(
    { $and: [shown, { targetDocumentId: { $in: [...documentIds] } }] },
    { session: change.session },
  );
  change.counts.relationsUnresolved += by * incoming;
}
