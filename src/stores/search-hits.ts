import { isDeepStrictEqual } from 'node:util';
import { type Db } from 'mongodb';
import { chunkIndexes, type ChunkRow } from './chunks';
import { collectionIndexes, type CollectionRow } from './collections';
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

/** What a collection shows, to whom and under which name is not what a row that was read earlier says. */
export class CollectionChanged extends Error {
  override readonly name = 'CollectionChanged';

  constructor() {
    super('The collection is not as it was read.');
  }
}

/** Told apart by a field that no other one has: to wrap each sort would cost the store as much as to find it. */
type FoundRow = HitChunk | HitDocument | { unchanged: true };

/** Reads what the search index proposes, which is a moment behind. */
export function createSearchHitStore(db: Db) {
  const chunks = db.collection<ChunkRow>(chunkIndexes.collection);

  return {
    /**
     * The rows of chunks, by the ids of their rows, with one request. What the view does not show (any more) is missing; whether
     * it shows their own metadata is for `hasGraph` to say.
     *
     * @param hits ids of the chunks' rows and of their documents' versions
     * @param remembered the collection's row as some earlier read has found it; the same request then makes sure that it still is
     * @throws CollectionChanged when it is not
     */
    async read(
      view: CollectionView,
      hits: readonly { id: string; versionId: string }[],
      remembered: CollectionRow | null = null,
    ): Promise<Map<string, SearchHitRows>> {
      if (hits.length === 0 && remembered === null) return new Map();
      const versionIds = [...new Set(hits.map(({ versionId }) => versionId))];
      const shownVersions = { $and: [visibleDocuments(view), { _id: { $in: versionIds } }] };
      const found = await chunks
        .aggregate<FoundRow>([
          { $match: { _id: { $in: hits.map(({ id }) => id) } } },
          { $project: only(chunkFields) },
          {
            $unionWith: {
              coll: documentIndexes.collection,
              pipeline: [{ $match: shownVersions }, { $project: only(documentFields) }],
            },
          },
          ...(remembered === null ? [] : [unchanged(remembered)]),
        ])
        .toArray();
      if (remembered !== null && !found.some((row) => 'unchanged' in row)) throw new CollectionChanged();
      const documents = new Map<string, HitDocument>();
      for (const row of found) if ('documentId' in row) documents.set(row._id, row);
      const rows = new Map<string, SearchHitRows>();
      for (const chunk of found) {
        if (!('versionId' in chunk)) continue;
        const document = documents.get(chunk.versionId);
        if (document !== undefined) rows.set(chunk._id, { document, chunk });
      }
      return rows;
    },
  };
}

/** Whether answers over these rows of a collection are the same. */
export function showsTheSame(one: CollectionRow, other: CollectionRow): boolean {
  return isDeepStrictEqual(shownBy(one), shownBy(other));
}

/** What of a collection's row decides about answers. Numbers of a namespace only go up, so that none of it comes back once it has changed. */
const shownBy = ({
  _id,
  organizationId,
  environment,
  name,
  active,
  layers,
  sequence,
  embedding,
}: CollectionRow) => {
  return { _id, organizationId, environment, name, active, layers, sequence, embedding };
};

/** Adds a row to what is read when a collection is as this row says. */
const unchanged = (remembered: CollectionRow) => ({
  $unionWith: {
    coll: collectionIndexes.collection,
    pipeline: [{ $match: shownBy(remembered) }, { $project: { _id: 0, unchanged: { $literal: true } } }],
  },
});

const only = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, 1]));
