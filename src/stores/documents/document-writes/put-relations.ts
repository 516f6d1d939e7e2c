import { ID_PREFIX } from '../../../domain/platform/ids';
import { chunkRowId } from '../contents/chunks';
import { newId } from '../../mongo/new-id';
import { type RelationRow } from '../contents/relations';
import { changeCollection, type CollectionChange, isPrivate, putTombstone } from './collection-change';
import { DocumentWriteError, type NewRelation, type RelationOutcome } from './document-writes';
import { hideOwnRelations, readGraceMs } from './show-and-hide';
import { type WriteContext } from './write-context';

/** Writes relations, which are identified by source, target and type: at most one is visible for each. */
export async function putRelations(
  ctx: WriteContext,
  collectionId: string,
  relations: readonly NewRelation[],
): Promise<(RelationOutcome | Error)[]> {
  const outcomes: (RelationOutcome | Error)[] = [];
  for (const relation of relations) {
    try {
      const outcome = await changeCollection(ctx, collectionId, (change) => put(ctx, change, relation));
      outcomes.push(outcome ?? new DocumentWriteError('collection_gone', 'The collection was deleted.'));
    } catch (error) {
      outcomes.push(error instanceof Error ? error : new Error(String(error)));
    }
  }
  return outcomes;
}

async function put(
  ctx: WriteContext,
  change: CollectionChange,
  relation: NewRelation,
): Promise<RelationOutcome> {
  const { view, session, now, own, sequence } = change;
  const { source, target, ofDocuments = false } = relation;
  if (!(await isThere(ctx, change, source, ofDocuments))) return { state: 'source_not_found' };
  if (!(await isThere(ctx, change, target, ofDocuments))) return { state: 'target_not_found' };
  const ends = {
    type: relation.type,
    sourceDocumentId: relation.source.documentId,
    sourceIndex: relation.source.index,
    targetDocumentId: relation.target.documentId,
    targetIndex: relation.target.index,
  };
  const [found, ...more] = await ctx.relations.find(view, ends, session);
  if (more.length > 0) return { state: 'ambiguous' };
  const { metadata, jobId } = relation;
  change.written = true;
  if (found !== undefined && isPrivate(change, found)) {
    await ctx.rows.relations.updateOne(
      { _id: found._id },
      { $set: { metadata, updatedAt: now } },
      { session },
    );
    return updated(found, now);
  }
  const row: RelationRow = {
    _id: newId(ID_PREFIX.relationVersion),
    namespace: own,
    relationId: found?.relationId ?? newId(ID_PREFIX.relation),
    ...ends,
    metadata,
    jobId,
    added: sequence,
    removed: null,
    createdAt: found?.createdAt ?? now,
    updatedAt: now,
  };
  if (found !== undefined) await hideFormer(ctx, change, found);
  await ctx.rows.relations.insertOne(row, { session });
  if (found !== undefined) return updated(row, now);
  change.counts.relations += 1;
  return { state: 'created', relationId: row.relationId, createdAt: now, updatedAt: now };
}

async function hideFormer(ctx: WriteContext, change: CollectionChange, former: RelationRow): Promise<void> {
  if (former.namespace === change.own) return hideOwnRelations(ctx, change, [former], readGraceMs);
  return putTombstone(ctx, change, 'relation', former.relationId);
}

const updated = ({ relationId, createdAt }: RelationRow, updatedAt: Date): RelationOutcome => ({
  state: 'updated',
  relationId,
  createdAt,
  updatedAt,
});

async function isThere(
  ctx: WriteContext,
  { view, session }: CollectionChange,
  { documentId, index }: NewRelation['source'],
  asWhole: boolean,
): Promise<boolean> {
  const document = await ctx.documents.find(view, { documentId }, session);
  if (document === null) return false;
  if (asWhole && index === 0) return true;
  const _id = chunkRowId(document._id, index);
  return (await ctx.rows.chunks.findOne({ _id }, { session, projection: { _id: 1 } })) !== null;
}
