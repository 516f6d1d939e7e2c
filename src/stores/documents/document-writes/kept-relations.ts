import { ID_PREFIX } from '../../../domain/platform/ids';
import { type Layer } from '../../../domain/documents/layers';
import { newId } from '../../mongo/new-id';
import { type RelationRow } from '../contents/relations';
import { type CollectionChange, viewAfter } from './collection-change';
import { type WriteContext } from './write-context';

/**
 * Relations that a rollback restores: they start in `documentIds` and are kept under a version's `keptAs`.
 */
interface Kept {
  layers: readonly Layer[];
  keptAs: string | undefined;
  documentIds: readonly string[];
}

/** Rows of kept relations; a copy without the graph has none. */
export function keptRelations(
  ctx: WriteContext,
  { layers, keptAs, documentIds }: Kept,
  session?: CollectionChange['session'],
): Promise<RelationRow[]> {
  if (keptAs === undefined || documentIds.length === 0) return Promise.resolve([]);
  const namespaces = layers.filter(({ graph }) => graph).map(({ namespace }) => namespace);
  return ctx.rows.relations
    .find(
      { keptFor: keptAs, namespace: { $in: namespaces }, sourceDocumentId: { $in: [...documentIds] } },
      { ...(session && { session }) },
    )
    .toArray();
}

/** Shows the relations of a replaced version again. Call it when the documents are restored and counted. */
export async function restoreRelations(
  ctx: WriteContext,
  change: CollectionChange,
  kept: Kept,
): Promise<void> {
  const { own, sequence, session } = change;
  const rows = await keptRelations(ctx, kept, session);
  if (rows.length === 0) return;
  const back = rows.map((row) => ({
    ...shownAgain(row),
    _id: newId(ID_PREFIX.relationVersion),
    namespace: own,
    added: sequence,
    removed: null,
  }));
  await ctx.rows.relations.insertMany(back, { session });
  const targets = [...new Set(back.map(({ targetDocumentId }) => targetDocumentId))];
  const shown = await ctx.documents.findAll(
    await viewAfter(ctx, change),
    { documentId: { $in: targets } },
    session,
  );
  const there = new Set(shown.map(({ documentId }) => documentId));
  change.counts.relations += back.length;
  change.counts.relationsUnresolved += back.filter((row) => !there.has(row.targetDocumentId)).length;
  change.written = true;
}

/** A row without the fields of its removal. */
export function shownAgain(row: RelationRow): RelationRow {
  const shown = { ...row };
  delete shown.keptFor;
  delete shown.purgeAt;
  return shown;
}
