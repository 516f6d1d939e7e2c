import { type Db, type Document, type Filter } from 'mongodb';
import { type ChunkType } from '../../../domain/documents/document';
import { chunkIndexes } from './chunks';
import { documentIndexes, type DocumentRow } from './documents';
import { type CollectionView, visibleDocuments, visibleRelations } from './documents-visible';
import { type RelationDirection, relationIndexes, type RelationRow } from './relations';

/** A relation of a chunk, with its other end. */
export interface NearbyRelation {
  relation: RelationRow;
  /** Direction as seen from the chunk. */
  direction: Exclude<RelationDirection, 'both'>;
  /** Null when the view does not show the document at the other end. */
  other: { chunk: { index: number; type: ChunkType; text: string } | null } | null;
}

/** Filter for the relations of a chunk. */
export interface WantedRelations {
  /** Null for all types. */
  types: readonly string[] | null;
  direction: RelationDirection;
  limit: number;
  /** Whether relations to archived documents are included. */
  includeArchived: boolean;
}

/** Creates the read of relations together with the chunks at their other ends, in one round trip. */
export function createRelationSurroundings(db: Db) {
  const rows = db.collection<RelationRow>(relationIndexes.collection);

  return {
    /** Relations of a chunk, oldest first. */
    async around(
      view: CollectionView,
      chunk: { documentId: string; index: number },
      wanted: WantedRelations,
    ): Promise<NearbyRelation[]> {
      const found = await rows
        .aggregate<RelationRow & { outgoing: boolean; others: OtherEnd[] }>([
          { $match: { $and: [visibleRelations(view), endsAt(chunk, wanted)] } },
          { $sort: { relationId: 1 } },
          ...(wanted.includeArchived ? [{ $limit: wanted.limit }] : []),
          ...withOtherEnd(view, chunk),
          ...(wanted.includeArchived ? [] : [withoutArchived, { $limit: wanted.limit }]),
        ])
        .toArray();
      return found.map(({ outgoing, others, ...relation }) => ({
        relation,
        direction: outgoing ? 'outgoing' : 'incoming',
        other: others[0] === undefined ? null : otherEnd(others[0]),
      }));
    },
  };
}

const withoutArchived: Document = { $match: { 'others.archived': { $ne: true } } };

interface OtherEnd {
  archived: boolean;
  chunks: { index: number; type: ChunkType; text: string }[];
}

const otherEnd = ({ chunks }: OtherEnd) => ({ chunk: chunks[0] ?? null });

function endsAt(
  { documentId, index }: { documentId: string; index: number },
  { types, direction }: WantedRelations,
): Filter<RelationRow> {
  const ends: Filter<RelationRow>[] = [];
  if (direction !== 'incoming') ends.push({ sourceDocumentId: documentId, sourceIndex: index });
  if (direction !== 'outgoing') ends.push({ targetDocumentId: documentId, targetIndex: index });
  return { $or: ends, ...(types !== null && { type: { $in: [...types] } }) };
}

/** Pipeline stages that look up the visible document at the other end, and the chunk in its version. */
function withOtherEnd(view: CollectionView, chunk: { documentId: string; index: number }): Document[] {
  const isSource = {
    $and: [{ $eq: ['$sourceDocumentId', chunk.documentId] }, { $eq: ['$sourceIndex', chunk.index] }],
  };
  const ofChunk: Document[] = [
    { $match: { $expr: { $eq: ['$index', '$$index'] } } },
    { $project: { _id: 0, index: 1, type: 1, text: 1 } },
  ];
  const ofDocument: Document[] = [
    { $match: visibleDocuments(view) as Filter<DocumentRow> },
    {
      $lookup: {
        from: chunkIndexes.collection,
        localField: '_id',
        foreignField: 'versionId',
        let: { index: '$$otherIndex' },
        pipeline: ofChunk,
        as: 'chunks',
      },
    },
    { $project: { _id: 0, archived: 1, chunks: 1 } },
  ];
  return [
    { $set: { outgoing: isSource } },
    {
      $set: {
        otherDocumentId: { $cond: ['$outgoing', '$targetDocumentId', '$sourceDocumentId'] },
        otherIndex: { $cond: ['$outgoing', '$targetIndex', '$sourceIndex'] },
      },
    },
    {
      $lookup: {
        from: documentIndexes.collection,
        localField: 'otherDocumentId',
        foreignField: 'documentId',
        let: { otherIndex: '$otherIndex' },
        pipeline: ofDocument,
        as: 'others',
      },
    },
    { $unset: ['otherDocumentId', 'otherIndex'] },
  ];
}
