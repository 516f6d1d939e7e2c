import { type ClientSession } from 'mongodb';
import { type CollectionCounts, noCounts } from '../../../domain/documents/collection';
import { type LanguageCounts } from '../../../domain/documents/language-counts';
import { ownNamespace } from '../../../domain/documents/layers';
import { type CollectionRow } from '../contents/collections';
import { type CollectionView } from '../contents/documents-visible';
import { type TombstoneKind } from '../contents/tombstones';
import { type WriteContext } from './write-context';

/** A change of what one collection shows, inside one transaction. */
export interface CollectionChange {
  session: ClientSession;
  /** As it was before. */
  collection: CollectionRow;
  own: string;
  /** View of the collection before the next write of the change. */
  view: CollectionView;
  /** Number of this change in the collection's own namespace. */
  sequence: number;
  now: Date;
  /** By how much the counts change. */
  counts: CollectionCounts;
  /** By how much the counts of languages change. */
  languages: LanguageCounts;
  /** How many tombstones were put. */
  hidden: number;
  /** Set when anything was written: then the collection's row is too. */
  written: boolean;
}

/**
 * Changes what a collection shows. Every change writes the collection's row, and so do copies and wipes of
 * it: the database lets only one of them at a time through, and the others run again on what it left.
 *
 * @returns what `work` answers, null when the collection is gone
 */
export function changeCollection<T>(
  ctx: WriteContext,
  collectionId: string,
  work: (change: CollectionChange) => Promise<T>,
): Promise<T | null> {
  return ctx.transact(collectionId, async (session) => {
    const collection = await ctx.collections.findById(collectionId, session);
    if (collection === null) return null;
    const change: CollectionChange = {
      session,
      collection,
      own: ownNamespace(collection),
      view: await ctx.documents.view(collection, session),
      sequence: collection.sequence + 1,
      now: new Date(),
      counts: { ...noCounts },
      languages: {},
      hidden: 0,
      written: false,
    };
    const result = await work(change);
    if (change.written) {
      const { sequence, now, counts, languages, hidden } = change;
      const deltas: Record<string, number> = { hidden };
      for (const [name, by] of Object.entries(counts) as [string, number][]) deltas[`counts.${name}`] = by;
      for (const [name, by] of Object.entries(languages)) deltas[`languages.${name}`] = by;
      await ctx.rows.collections.updateOne(
        { _id: collectionId },
        { $set: { sequence, updatedAt: now }, $inc: deltas },
        { session },
      );
    }
    return result;
  });
}

/** View of the collection with all writes of the change so far. */
export function viewAfter(ctx: WriteContext, change: CollectionChange): Promise<CollectionView> {
  const { collection, sequence, session } = change;
  return ctx.documents.view({ layers: collection.layers, sequence }, session);
}

/** Hides something of inherited layers from this change on. */
export async function putTombstone(
  ctx: WriteContext,
  change: CollectionChange,
  kind: TombstoneKind,
  target: string,
): Promise<void> {
  const { own, sequence, session } = change;
  await ctx.tombstones.put({ namespace: own, kind, target, added: sequence }, session);
  change.hidden += 1;
  change.written = true;
}

/** Whether no copy sees a row, so that it may be changed in place. */
export function isPrivate(
  { own, collection }: Pick<CollectionChange, 'own' | 'collection'>,
  row: { namespace: string; added: number | null },
): boolean {
  return row.namespace === own && row.added !== null && row.added > collection.frozenAt;
}
