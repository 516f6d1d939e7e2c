import { type ClientSession, type Db, type Filter } from 'mongodb';
import { type Layered, type Lifetime } from '../../../domain/documents/layers';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { type CollectionView, viewOf, visibleRelations } from './documents-visible';
import { createTombstoneStore } from './tombstones';

/** A version of a link between two chunks, which are named by document and index. */
export interface RelationRow extends Lifetime {
  _id: string;
  namespace: string;
  /** The same for all versions. */
  relationId: string;
  type: string;
  sourceDocumentId: string;
  sourceIndex: number;
  targetDocumentId: string;
  targetIndex: number;
  metadata: Record<string, unknown>;
  jobId: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Time from which the collector may remove a row that no collection shows. */
  purgeAt?: Date;
  /**
   * Set when it was hidden with a replaced document, whose rollback restores it: see `DocumentRow.keptAs`.
   */
  keptFor?: string;
}

/** Direction of a relation, as seen from a chunk. */
export type RelationDirection = 'outgoing' | 'incoming' | 'both';

export const relationIndexes: CollectionIndexes = {
  collection: 'relations',
  indexes: [
    { key: { namespace: 1, sourceDocumentId: 1, sourceIndex: 1 } },
    { key: { namespace: 1, targetDocumentId: 1, targetIndex: 1 } },
    { key: { namespace: 1, relationId: 1 } },
    { key: { purgeAt: 1 }, sparse: true },
    { key: { keptFor: 1 }, sparse: true },
  ],
};

/** Creates the reads of relations; a collection shows those of its layers with the graph. */
export function createRelationStore(db: Db) {
  const rows = db.collection<RelationRow>(relationIndexes.collection);
  const tombstones = createTombstoneStore(db);
  const visible = (view: CollectionView) => visibleRelations(view) as Filter<RelationRow>;
  const seen = async (collection: Layered) => visible(await viewOf(tombstones, collection));

  return {
    /**
     * Relations of a chunk, in the order of their ids, after `after`. The document at the other end may be
     * hidden: see `documents.getMany`.
     */
    async ofChunk(
      collection: Layered,
      chunk: { documentId: string; index: number },
      page: { direction: RelationDirection; after: string | null; limit: number },
    ): Promise<RelationRow[]> {
      const { documentId, index } = chunk;
      const ends = [
        page.direction !== 'incoming' && { sourceDocumentId: documentId, sourceIndex: index },
        page.direction !== 'outgoing' && { targetDocumentId: documentId, targetIndex: index },
      ].filter((end) => end !== false);
      const conditions = [
        await seen(collection),
        { $or: ends },
        ...(page.after === null ? [] : [{ relationId: { $gt: page.after } }]),
      ];
      return rows.find({ $and: conditions }).sort({ relationId: 1 }).limit(page.limit).toArray();
    },

    /** A relation; null when the collection does not show it. */
    async get(collection: Layered, relationId: string): Promise<RelationRow | null> {
      return rows.findOne({ $and: [await seen(collection), { relationId }] });
    },

    /** All visible rows that match a condition. */
    find: (
      view: CollectionView,
      condition: Filter<RelationRow>,
      session?: ClientSession,
    ): Promise<RelationRow[]> =>
      rows.find({ $and: [visible(view), condition] }, { ...(session && { session }) }).toArray(),
  };
}

export type RelationStore = ReturnType<typeof createRelationStore>;
