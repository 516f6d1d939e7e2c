import { LRUCache } from 'lru-cache';
import { type Db, type Filter } from 'mongodb';
import { chunkIndexes, type ChunkRow } from '../contents/chunks';
import { type CollectionRow } from '../contents/collections';
import { createDocumentStore, documentIndexes, type DocumentRow } from '../contents/documents';
import { type CollectionView, visibleDocuments } from '../contents/documents-visible';

const chunkFields = [
  'versionId',
  'index',
  'type',
  'text',
  'location',
  'headingPath',
  'origin',
  'leadLines',
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
  'chunkMetadataCount',
  'openedAt',
] as const;

/** Memory for cached chunks of one process. */
const keptChunkBytesMax = 64 * 1024 * 1024;
const keptDocumentBytesMax = 16 * 1024 * 1024;
/** Approximate size of a cached row without its texts, in bytes. */
const rowBytes = 1_000;
/** Cached in place of a document that a collection does not show. */
const notShown = Symbol('not shown');

/** The fields of a chunk that answers use. */
export type HitChunk = Pick<ChunkRow, '_id' | (typeof chunkFields)[number]>;
/** The fields of a chunk's document that answers use. */
export type HitDocument = Pick<DocumentRow, '_id' | (typeof documentFields)[number]>;

/** The rows of a hit of the search index. */
export interface SearchHitRows {
  document: HitDocument;
  chunk: HitChunk;
}

/** A cached chunk with the start time of its version. */
interface KeptChunk {
  chunk: HitChunk;
  shown: number;
  openedAtMs: number;
}

/** View of a collection for one read of its row. */
interface Shown {
  /** Number of the read, part of the keys of cached documents. */
  number: number;
  view: Promise<CollectionView> | null;
}

/**
 * Creates the reads of rows for candidates of the search index, which may be outdated. Rows are cached in
 * memory.
 *
 * The view for one read of a collection's row never changes: each change of a collection increments a number
 * in its row in the same transaction. Rows that were read for that view, at any time, are therefore valid
 * while the collection's row is unchanged, which the caller has to check (`createCollectionConfirmations`).
 *
 * Cached chunks stay valid for later views: the texts of a published version never change, and its chunks
 * have no metadata while the document's row counts none. A version that is written again under the same id
 * has another `openedAt`.
 */
export function createSearchHitStore(db: Db) {
  const chunkRows = db.collection<ChunkRow>(chunkIndexes.collection);
  const documentRows = db.collection<DocumentRow>(documentIndexes.collection);
  const documents = createDocumentStore(db);
  const keptChunks = new LRUCache<string, KeptChunk>({
    maxSize: keptChunkBytesMax,
    sizeCalculation: ({ chunk }) => bytesOf(chunk),
  });
  const keptDocuments = new LRUCache<string, HitDocument | typeof notShown>({
    maxSize: keptDocumentBytesMax,
    sizeCalculation: (row) => (row === notShown ? rowBytes : bytesOf(row)),
  });
  const shownBy = new WeakMap<CollectionRow, Shown>();
  let numbers = 0;

  function shownOf(collection: CollectionRow): Shown {
    const known = shownBy.get(collection);
    if (known !== undefined) return known;
    const shown = { number: numbers++, view: null };
    shownBy.set(collection, shown);
    return shown;
  }

  function view(collection: CollectionRow): Promise<CollectionView> {
    const shown = shownOf(collection);
    if (shown.view !== null) return shown.view;
    const reading = documents.view(collection);
    shown.view = reading;
    reading.catch(() => {
      shown.view = null;
    });
    return reading;
  }

  async function readDocuments(
    shown: Shown,
    seen: CollectionView,
    versionIds: readonly string[],
  ): Promise<HitDocument[]> {
    if (versionIds.length === 0) return [];
    const visible = visibleDocuments(seen) as Filter<DocumentRow>;
    const found = await documentRows
      .find<HitDocument>(
        { $and: [visible, { _id: { $in: [...versionIds] } }] },
        { projection: only(documentFields) },
      )
      .toArray();
    const missing = new Set(versionIds);
    for (const row of found) {
      missing.delete(row._id);
      keptDocuments.set(keyOf(shown, row._id), row);
    }
    for (const versionId of missing) keptDocuments.set(keyOf(shown, versionId), notShown);
    return found;
  }

  function readChunks(ids: readonly string[]): Promise<HitChunk[]> {
    if (ids.length === 0) return Promise.resolve([]);
    const wanted = { _id: { $in: [...ids] } };
    return chunkRows.find<HitChunk>(wanted, { projection: only(chunkFields) }).toArray();
  }

  return {
    /** The view of a collection for its row. Repeated calls with the same object read nothing. */
    view,

    /** The document of a visible version; undefined when a read is needed to know it. */
    known(collection: CollectionRow, versionId: string): HitDocument | undefined {
      const kept = keptDocuments.get(keyOf(shownOf(collection), versionId));
      return kept === notShown ? undefined : kept;
    },

    /**
     * The visible chunks by the ids of their rows; callers check `hasGraph` before they show metadata. Reads
     * uncached rows with one request for chunks and one for documents.
     *
     * @param hits ids of the chunks' rows and of their documents' versions
     */
    async read(
      collection: CollectionRow,
      hits: readonly { id: string; versionId: string }[],
    ): Promise<Map<string, SearchHitRows>> {
      const rows = new Map<string, SearchHitRows>();
      if (hits.length === 0) return rows;
      const shown = shownOf(collection);
      const seen = await view(collection);
      const ofVersion = new Map<string, HitDocument>();
      const unknownVersions = new Set<string>();
      const unknownChunks = new Set<string>();
      for (const { id, versionId } of hits) {
        if (keptChunks.get(id) === undefined) unknownChunks.add(id);
        if (ofVersion.has(versionId)) continue;
        const document = keptDocuments.get(keyOf(shown, versionId));
        if (document === undefined) unknownVersions.add(versionId);
        else if (document !== notShown) ofVersion.set(versionId, document);
      }
      const [foundDocuments, foundChunks] = await Promise.all([
        readDocuments(shown, seen, [...unknownVersions]),
        readChunks([...unknownChunks]),
      ]);
      for (const document of foundDocuments) ofVersion.set(document._id, document);
      const take = (chunk: HitChunk): void => {
        const document = ofVersion.get(chunk.versionId);
        if (document === undefined) return;
        const kept = { chunk, shown: shown.number, openedAtMs: document.openedAt.getTime() };
        keptChunks.set(chunk._id, kept);
        rows.set(chunk._id, { document, chunk });
      };
      foundChunks.forEach(take);

      const outdated: string[] = [];
      for (const { id, versionId } of hits) {
        const document = ofVersion.get(versionId);
        if (document === undefined || unknownChunks.has(id)) continue;
        const chunk = stillTrue(keptChunks.get(id), document, shown);
        if (chunk === null) outdated.push(id);
        else rows.set(id, { document, chunk });
      }
      (await readChunks(outdated)).forEach(take);
      return rows;
    },
  };
}

/** A cached chunk in the present state of a collection; null when that is unknown. */
function stillTrue(kept: KeptChunk | undefined, document: HitDocument, shown: Shown): HitChunk | null {
  if (kept === undefined) return null;
  const { chunk } = kept;
  if (kept.shown === shown.number) return chunk;
  if (document.chunkMetadataCount > 0 || kept.openedAtMs !== document.openedAt.getTime()) return null;
  return chunk.custom.length === 0 ? chunk : { ...chunk, custom: [] };
}

const keyOf = ({ number }: Shown, versionId: string) => `${number}/${versionId}`;

/** Approximate size of a row in memory, in bytes, with two bytes per character. */
function bytesOf(row: HitChunk | HitDocument): number {
  const custom = row.custom.length === 0 ? 0 : JSON.stringify(row.custom).length;
  const texts = 'text' in row ? row.text.length + row.headingPath.join('').length : row.filename.length;
  return rowBytes + 2 * (texts + custom);
}

const only = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, 1]));
