import { type Db } from 'mongodb';
import { chunkIndexes, type ChunkRow } from './chunks';
import { documentIndexes, type DocumentRow } from './documents';
import { type CollectionView, visibleDocuments } from './documents-visible';

const chunkFields = [
  'versionId',
  'index',
  'type',
  'text',
  'location',
  'headingPath',
  'origin',
  'custom',
] as const;
const documentFields = [
  'namespace',
  'documentId',
  'filename',
  'contentType',
  'title',
  'source',
  'modality',
  'archived',
  'custom',
] as const;

/** A chunk, as far as an answer tells of it. */
export type HitChunk = Pick<ChunkRow, '_id' | (typeof chunkFields)[number]>;
/** The document of a chunk, likewise. */
export type HitDocument = Pick<DocumentRow, '_id' | (typeof documentFields)[number]>;

/** The rows behind a hit of the search index. */
export interface SearchHitRows {
  document: HitDocument;
  chunk: HitChunk;
}

type FoundRow = { chunk: HitChunk; document?: never } | { document: HitDocument; chunk?: never };

/** Reads what the search index proposes, which is a moment behind. */
export function createSearchHitStore(db: Db) {
  const chunks = db.collection<ChunkRow>(chunkIndexes.collection);

  return {
    /**
     * The rows of chunks, by the ids of their rows, with one request. What the view does not show (any more) is missing; whether
     * it shows their own metadata is for `hasGraph` to say.
     *
     * @param hits ids of the chunks' rows and of their documents' versions
     */
    async read(
      view: CollectionView,
      hits: readonly { id: string; versionId: string }[],
    ): Promise<Map<string, SearchHitRows>> {
      if (hits.length === 0) return new Map();
      const versionIds = [...new Set(hits.map(({ versionId }) => versionId))];
      const shownVersions = { $and: [visibleDocuments(view), { _id: { $in: versionIds } }] };
      const found = await chunks
        .aggregate<FoundRow>([
          { $match: { _id: { $in: hits.map(({ id }) => id) } } },
          { $project: { _id: 0, chunk: pick('_id', ...chunkFields) } },
          {
            $unionWith: {
              coll: documentIndexes.collection,
              pipeline: [
                { $match: shownVersions },
                { $project: { _id: 0, document: pick('_id', ...documentFields) } },
              ],
            },
          },
        ])
        .toArray();
      const documents = new Map<string, HitDocument>();
      for (const { document } of found) if (document !== undefined) documents.set(document._id, document);
      const rows = new Map<string, SearchHitRows>();
      for (const { chunk } of found) {
        if (chunk === undefined) continue;
        const document = documents.get(chunk.versionId);
        if (document !== undefined) rows.set(chunk._id, { document, chunk });
      }
      return rows;
    },
  };
}

const pick = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, `$${field}`]));
