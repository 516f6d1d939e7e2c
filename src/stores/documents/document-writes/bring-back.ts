import { ID_PREFIX } from '../../../domain/platform/ids';
import { ownNamespace } from '../../../domain/documents/layers';
import { hasGraph } from '../contents/chunks';
import { type CollectionRow } from '../contents/collections';
import { type DocumentRow } from '../contents/documents';
import { newId } from '../../mongo/new-id';
import { cloneVersion } from './clone-version';
import { type CollectionChange, viewAfter } from './collection-change';
import { type Restorable } from './former-versions';
import { restoreRelations } from './kept-relations';
import { countTargets, showVersion } from './show-and-hide';
import { namesOf } from './show-fresh';
import { type WriteContext } from './write-context';

/** An unpublished clone of a version to restore. */
export interface Returning {
  clone: DocumentRow;
  formerId: string;
  /** Name under which the relations of the version are kept. */
  keptAs: string | undefined;
}

/** Clones versions to restore, so that copies made in between do not change; searches find the clones. */
export async function cloneReturning(
  ctx: WriteContext,
  collection: CollectionRow,
  restorable: readonly Restorable[],
): Promise<Returning[]> {
  if (collection.embedding === null) return [];
  const returning: Returning[] = [];
  for (const { former, replacedBy } of restorable) {
    const clone = await cloneVersion(ctx, former, {
      versionId: newId(ID_PREFIX.documentVersion),
      namespace: ownNamespace(collection),
      sequence: collection.sequence,
      dimensions: collection.embedding.dimensions,
      graph: hasGraph(collection, former),
    });
    returning.push({ clone, formerId: former._id, keptAs: replacedBy.keptAs });
  }
  // After the swap searches no longer find the job's version.
  if (returning.length > 0) await ctx.refresh(ownNamespace(collection));
  return returning;
}

/** Whether the clones may still be restored: neither the collection nor their rollback has advanced. */
export async function areStanding(
  ctx: WriteContext,
  { own, session, collection }: CollectionChange,
  returning: readonly Returning[],
): Promise<boolean> {
  if (returning.some(({ clone }) => clone.namespace !== own)) return false;
  const formerIds = returning.map(({ formerId }) => formerId);
  const marked = { _id: { $in: formerIds }, rolledBack: { $elemMatch: { collectionId: collection._id } } };
  return (await ctx.rows.documents.findOne(marked, { session })) === null;
}

/**
 * Shows the clones whose place is free, with their relations.
 *
 * @param leaving document that this change has hidden; null for none
 * @returns ids of the restored documents
 */
export async function bringBack(
  ctx: WriteContext,
  change: CollectionChange,
  returning: readonly Returning[],
  leaving: string | null,
): Promise<string[]> {
  const back = await stillFree(ctx, change, returning);
  for (const { clone } of back) await showVersion(ctx, change, clone, {});
  const restored = back.map(({ clone }) => clone.documentId);
  if (leaving !== null && !restored.includes(leaving)) await countTargets(ctx, change, [leaving], 1);
  const arriving = restored.filter((id) => id !== leaving);
  await countTargets(ctx, change, arriving, -1);
  const { layers } = change.collection;
  for (const keptAs of new Set(back.map((one) => one.keptAs))) {
    const documentIds = back.flatMap((one) => (one.keptAs === keptAs ? [one.clone.documentId] : []));
    await restoreRelations(ctx, change, { layers, keptAs, documentIds });
  }
  return restored;
}

/** Clones whose place no other document has taken. */
async function stillFree(
  ctx: WriteContext,
  change: CollectionChange,
  returning: readonly Returning[],
): Promise<readonly Returning[]> {
  const identities = returning.map(({ clone }) => clone.identity);
  const ids = returning.map(({ clone }) => clone.documentId);
  const holders = await ctx.documents.findAll(
    await viewAfter(ctx, change),
    { $or: [{ identity: { $in: identities } }, { documentId: { $in: ids } }] },
    change.session,
  );
  const taken = new Set(holders.flatMap(namesOf));
  return returning.filter(({ clone }) => {
    const names = namesOf(clone);
    if (names.some((name) => taken.has(name))) return false;
    for (const name of names) taken.add(name);
    return true;
  });
}
