import { type Db } from 'mongodb';
import { type ChunkContent } from '../../../domain/documents/document';
import { type Layered } from '../../../domain/documents/layers';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { createDocumentStore, type DocumentRow } from './documents';
import { type MetadataPair } from './metadata-pairs';

/** A chunk of a version. Its vector is in the search index only. */
export interface ChunkRow extends ChunkContent {
  /** `<versionId>:<index>` */
  _id: string;
  versionId: string;
  index: number;
  tags: string[];
  summary: string | null;
  custom: MetadataPair[];
  /** Time of the last write of its own metadata. */
  customUpdatedAt: Date | null;
}

/** Whether a read includes regions, which may exceed all other fields in size. */
export interface ChunkFields {
  regions: boolean;
}

export const chunkIndexes: CollectionIndexes = {
  collection: 'chunks',
  indexes: [{ key: { versionId: 1, index: 1 }, unique: true }],
};

export function chunkRowId(versionId: string, index: number): string {
  return `${versionId}:${index}`;
}

/** Parses a public chunk id (`<document_id>:<chunk_index>`); null for an invalid one. */
export function parseChunkId(chunkId: string): { documentId: string; index: number } | null {
  const match = /^(doc_[0-9A-HJKMNP-TV-Z]{26}):(0|[1-9][0-9]{0,8})$/.exec(chunkId);
  return match === null ? null : { documentId: match[1]!, index: Number(match[2]) };
}

export function chunkId(documentId: string, index: number): string {
  return `${documentId}:${index}`;
}

/** Creates the reads of chunks; callers give the visible version. */
export function createChunkStore(db: Db) {
  const rows = db.collection<ChunkRow>(chunkIndexes.collection);
  const documents = createDocumentStore(db);
  const projection = ({ regions }: ChunkFields) => (regions ? {} : { projection: { regions: 0 } });

  /** A copy without the graph does not show metadata of inherited chunks. */
  const shown = (collection: Layered, document: DocumentRow, row: ChunkRow): ChunkRow => ({
    ...row,
    regions: (row as Partial<ChunkRow>).regions ?? [],
    ...(hasGraph(collection, document) ? {} : { custom: [], customUpdatedAt: null }),
  });

  return {
    /** Chunks of a document from index `from`, in order; without `regions` these are empty. */
    async list(
      collection: Layered,
      document: DocumentRow,
      page: { from: number; limit: number } & ChunkFields,
    ): Promise<ChunkRow[]> {
      const found = await rows
        .find({ versionId: document._id, index: { $gte: page.from } }, projection(page))
        .sort({ index: 1 })
        .limit(page.limit)
        .toArray();
      return found.map((row) => shown(collection, document, row));
    },

    /** A chunk with its document; null when the collection does not show it. */
    async get(
      collection: Layered,
      chunkId: string,
      fields: ChunkFields,
    ): Promise<{ document: DocumentRow; chunk: ChunkRow } | null> {
      const place = parseChunkId(chunkId);
      const document = place === null ? null : await documents.get(collection, place.documentId);
      if (place === null || document === null) return null;
      const row = await rows.findOne({ _id: chunkRowId(document._id, place.index) }, projection(fields));
      return row === null ? null : { document, chunk: shown(collection, document, row) };
    },

    /**
     * Rows by id, for chunks next to a visible one; missing ids are left out. It does not check visibility:
     * callers show their own metadata only if {@link hasGraph}.
     */
    async byIds(ids: readonly string[], fields: ChunkFields): Promise<Map<string, ChunkRow>> {
      if (ids.length === 0) return new Map();
      const found = await rows.find({ _id: { $in: [...ids] } }, projection(fields)).toArray();
      return new Map(found.map((row) => [row._id, row]));
    },
  };
}

/** Whether a collection shows relations and metadata of chunks in a document's namespace. */
export function hasGraph({ layers }: Pick<Layered, 'layers'>, { namespace }: { namespace: string }): boolean {
  return layers.some((layer) => layer.namespace === namespace && layer.graph);
}
