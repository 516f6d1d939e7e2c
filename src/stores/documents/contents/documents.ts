import { type ClientSession, type Db, type Filter } from 'mongodb';
import { type LanguageCounts } from '../../../domain/documents/language-counts';
import { type Modality } from '../../../domain/documents/document';
import { type Layered, type Lifetime } from '../../../domain/documents/layers';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { type CollectionView, viewOf, visibleDocuments } from './documents-visible';
import { type MetadataPair } from './metadata-pairs';
import { createTombstoneStore } from './tombstones';

/** Fields of a document that are known when its first chunk is written. */
export interface DocumentHead {
  /** By what the collection knows it (see `source-identity`); two visible documents never share one. */
  identity: string;
  /** Hex, of the file's bytes. */
  contentSha256: string | null;
  filename: string;
  contentType: string;
  /** `pdf`, `docx`, `html`… */
  fileType: string;
  fileSize: number;
  modality: Modality;
  /** `etag`: mark of the object whose bytes it was made from; absent for other sources. */
  source: { type: string; uri: string | null; etag?: string };
  title: string | null;
  custom: MetadataPair[];
  jobId: string | null;
  syncId: string | null;
}

/** Fields of a document that are known when all its chunks are written. */
export interface DocumentTail {
  chunkCount: number;
  pageCount: number | null;
  hasOcr: boolean;
  languages: LanguageCounts;
  tags: string[];
  summary: string | null;
}

/** Outcome of a rollback for a version in one collection. No later rollback brings the version back there. */
export interface RolledBackMark {
  collectionId: string;
  state: 'removed' | 'restored' | 'not_restored' | 'superseded' | 'gone';
  /** Documents that came back. */
  restored: string[];
  /** The job whose version stood in its place, of `superseded`. */
  byJobId?: string | null;
}

/**
 * A version of a document. It is visible from `added` on and gone from `removed` on, in collections that see
 * that number.
 */
export interface DocumentRow extends DocumentHead, DocumentTail, Lifetime {
  _id: string;
  namespace: string;
  /** Stable over versions. */
  documentId: string;
  archived: boolean;
  /** Number of its chunks with custom metadata of their own. */
  chunkMetadataCount: number;
  /** When the document, not this version, came to be. */
  createdAt: Date;
  indexedAt: Date | null;
  updatedAt: Date;
  /** When writing of this version began. */
  openedAt: Date;
  /**
   * A number not above `added`, known when the chunks are written; what their rows in the search index carry.
   */
  floor: number;
  /** Versions that this one took the place of, for a rollback of its job. */
  replaces: string[];
  /**
   * Outcomes of rollbacks, so that the same request gets the same answer; by collection, since copies share
   * the row.
   */
  rolledBack?: RolledBackMark[];
  /**
   * Name under which the relations of the replaced version are kept (`RelationRow.keptFor`); clones have it
   * too.
   */
  keptAs?: string;
  /**
   * In a flattened layer: the version that this one was cloned from first, by which later ones may know it in
   * `replaces`.
   */
  flattenedFrom?: string;
  /** Goes up with each change of what the search index repeats of this row. */
  revision: number;
  /** Since when the search index may be behind this row. */
  searchPending?: Date;
  /** With `searchPending`: the chunks that it may be behind; all where this is not said. */
  pendingChunks?: number[];
  /** Time from which the collector may remove a row that no collection shows. */
  purgeAt?: Date;
  /** The collector is at it: the version cannot come back. */
  purging?: true;
}

export const documentIndexes: CollectionIndexes = {
  collection: 'documents',
  indexes: [
    { key: { namespace: 1, createdAt: -1, documentId: 1 } },
    { key: { namespace: 1, documentId: 1 } },
    { key: { documentId: 1 } },
    { key: { namespace: 1, identity: 1 } },
    { key: { namespace: 1, filename: 1 } },
    { key: { namespace: 1, 'custom.k': 1, 'custom.v': 1 } },
    { key: { searchPending: 1 }, sparse: true },
    { key: { purgeAt: 1 }, sparse: true },
    { key: { flattenedFrom: 1 }, sparse: true },
    { key: { openedAt: 1 }, partialFilterExpression: { added: null } },
  ],
};

/** Reads of documents. Each takes the collection's row and shows what that row says, no more and no less. */
export function createDocumentStore(db: Db) {
  const rows = db.collection<DocumentRow>(documentIndexes.collection);
  const tombstones = createTombstoneStore(db);
  const visible = (view: CollectionView) => visibleDocuments(view) as Filter<DocumentRow>;

  const store = {
    /** The present view of the collection, for several reads that have to agree. */
    view: (collection: Layered, session?: ClientSession): Promise<CollectionView> =>
      viewOf(tombstones, collection, session),

    /**
     * A page of documents, newest first.
     *
     * @param page.filter further conditions on `documents` rows, such as those of a metadata filter
     * @returns `total` of all pages; counted only when there is a filter
     */
    async list(
      collection: Layered & { counts: { documents: number } },
      page: { offset: number; limit: number; filter?: Filter<DocumentRow> },
    ): Promise<{ documents: DocumentRow[]; total: number }> {
      const shown = visible(await store.view(collection));
      const wanted = page.filter === undefined ? shown : { $and: [shown, page.filter] };
      const [documents, total] = await Promise.all([
        rows
          .find(wanted)
          .sort({ createdAt: -1, documentId: 1 })
          .skip(page.offset)
          .limit(page.limit)
          .toArray(),
        page.filter === undefined ? collection.counts.documents : rows.countDocuments(wanted),
      ]);
      return { documents, total };
    },

    /** A document, null when the collection does not show it. */
    async get(collection: Layered, documentId: string): Promise<DocumentRow | null> {
      return store.find(await store.view(collection), { documentId });
    },

    /** Documents, among these, that the collection shows, by id. */
    async getMany(collection: Layered, documentIds: readonly string[]): Promise<Map<string, DocumentRow>> {
      const shown = visible(await store.view(collection));
      const found = await rows.find({ $and: [shown, { documentId: { $in: [...documentIds] } }] }).toArray();
      return new Map(found.map((row) => [row.documentId, row]));
    },

    async getByIdentity(collection: Layered, identity: string): Promise<DocumentRow | null> {
      return store.find(await store.view(collection), { identity });
    },

    /** The documents that are known by these identities, by identity. */
    async getManyByIdentity(
      collection: Layered,
      identities: readonly string[],
    ): Promise<Map<string, DocumentRow>> {
      const view = await store.view(collection);
      const found = await store.findAll(view, { identity: { $in: [...identities] } });
      return new Map(found.map((row) => [row.identity, row]));
    },

    /** Whether a version of a document is being written in a namespace. */
    async isBeingWritten(namespace: string, documentId: string): Promise<boolean> {
      const open = { namespace, documentId, added: null };
      return (await rows.findOne(open, { projection: { _id: 1 } })) !== null;
    },

    /** First row of a view that meets a condition. */
    find: (
      view: CollectionView,
      condition: Filter<DocumentRow>,
      session?: ClientSession,
    ): Promise<DocumentRow | null> =>
      rows.findOne({ $and: [visible(view), condition] }, { ...(session && { session }) }),

    /** All rows of a view that meet a condition; for conditions that few meet. */
    findAll: (
      view: CollectionView,
      condition: Filter<DocumentRow>,
      session?: ClientSession,
    ): Promise<DocumentRow[]> =>
      rows.find({ $and: [visible(view), condition] }, { ...(session && { session }) }).toArray(),
  };
  return store;
}

export type DocumentStore = ReturnType<typeof createDocumentStore>;
