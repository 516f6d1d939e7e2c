import { type ClientSession } from 'mongodb';
import { type CollectionCounts, noCounts } from '../../../domain/documents/collection';
import { type LanguageCounts } from '../../../domain/documents/language-counts';
import { ownNamespace } from '../../../domain/documents/layers';
import { type CollectionRow } from '../contents/collections';
import { type CollectionView } from '../contents/documents-visible';
import { type TombstoneKind } from '../contents/tombstones';
import { type WriteContext } from './write-context';

/** A change of one collection's content, inside one transaction. */
export interface CollectionChange {
  session: ClientSession;
  /** The row before the change. */
  collection: CollectionRow;
  own: string;
  /** View of the collection before the next write of the change. */
  view: CollectionView;
  /** Number of this change in the collection's own namespace. */
  sequence: number;
  now: Date;
  /** Differences of the counts. */
  counts: CollectionCounts;
  /** Differences of the counts of languages. */
  languages: LanguageCounts;
  /** Number of new tombstones. */
  hidden: number;
  /** Set after any write: the change then also writes the collection's row. */
  written: boolean;
}

/**
 * Changes the content of a collection. Every change writes the collection's row, as copies and wipes do: of
 * concurrent transactions the database commits one, and the others run again on its result.
 *
 * @returns the result of `work`; null when the collection is deleted
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

/** View of the collection including all writes of the change so far. */
export function viewAfter(ctx: WriteContext, change: CollectionChange): Promise<CollectionView> {
  const { collection, sequence, session } = change;
  return ctx.documents.view({ layers: collection.layers, sequence }, session);
}

/** Hides an object of inherited layers from this change on. */
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

/** Whether no copy shows a row, so that it may change in place. */
export function isPrivate(
  { own, collection }: Pick<CollectionChange, 'own' | 'collection'>,
  row: { namespace: string; added: number | null },
): boolean {
  return row.namespace === own && row.added !== null && row.added > collection.frozenAt;
}
