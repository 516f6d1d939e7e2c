import { type ClientSession, type Db, type Filter } from 'mongodb';
import { type LanguageCounts } from '../../../domain/documents/language-counts';
import { type Modality } from '../../../domain/documents/document';
import { type Layered, type Lifetime } from '../../../domain/documents/layers';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { type CollectionView, viewOf, visibleDocuments } from './documents-visible';
import { type MetadataPair } from './metadata-pairs';
import { createTombstoneStore } from './tombstones';

/** Fields of a document that are known before its first chunk is written. */
export interface DocumentHead {
  /** Identity in the collection (see `source-identity`); visible documents never share one. */
  identity: string;
  /** Hexadecimal hash of the file's bytes. */
  contentSha256: string | null;
  filename: string;
  contentType: string;
  /** `pdf`, `docx`, `html`… */
  fileType: string;
  fileSize: number;
  modality: Modality;
  /** `etag`: version mark of the object that was read; absent for other sources. */
  source: { type: string; uri: string | null; etag?: string };
  title: string | null;
  custom: MetadataPair[];
  jobId: string | null;
  syncId: string | null;
}

/** Fields of a document that are known after its last chunk is written. */
export interface DocumentTail {
  chunkCount: number;
  pageCount: number | null;
  hasOcr: boolean;
  languages: LanguageCounts;
  tags: string[];
  summary: string | null;
}

/**
 * Outcome of a rollback for a version in one collection. Later rollbacks do not restore the version there.
 */
export interface RolledBackMark {
  collectionId: string;
  state: 'removed' | 'restored' | 'not_restored' | 'superseded' | 'gone';
  /** Ids of restored documents. */
  restored: string[];
  /** For `superseded`: the job that wrote the present version. */
  byJobId?: string | null;
}

/** A version of a document, visible from the sequence number `added` until `removed`. */
export interface DocumentRow extends DocumentHead, DocumentTail, Lifetime {
  _id: string;
  namespace: string;
  /** The same for all versions. */
  documentId: string;
  archived: boolean;
  /** Number of its chunks with custom metadata. */
  chunkMetadataCount: number;
  /** Creation of the document, not of this version. */
  createdAt: Date;
  indexedAt: Date | null;
  updatedAt: Date;
  /** Time at which the write of this version began. */
  openedAt: Date;
  /**
   * A number of at most `added`, known when the chunks are written; their rows in the search index contain
   * it.
   */
  floor: number;
  /** Versions that this one replaced, for a rollback of its job. */
  replaces: string[];
  /**
   * Outcomes of rollbacks, returned again to repeated requests; by collection, since copies share the row.
   */
  rolledBack?: RolledBackMark[];
  /**
   * Name under which the relations of the replaced version are kept (`RelationRow.keptFor`); clones have it
   * too.
   */
  keptAs?: string;
  /** In a flattened layer: the original of the clone, by which `replaces` of later versions may name it. */
  flattenedFrom?: string;
  /** Incremented with each change of the fields that the search index copies. */
  revision: number;
  /** Time since which the search index may be outdated for this row. */
  searchPending?: Date;
  /** With `searchPending`: indexes of the outdated chunks; absent for all. */
  pendingChunks?: number[];
  /** Time from which the collector may remove a row that no collection shows. */
  purgeAt?: Date;
  /** The collector removes the version: it cannot be restored. */
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

/** Creates the reads of documents. Each takes the collection's row and returns the state of that row. */
export function createDocumentStore(db: Db) {
  const rows = db.collection<DocumentRow>(documentIndexes.collection);
  const tombstones = createTombstoneStore(db);
  const visible = (view: CollectionView) => visibleDocuments(view) as Filter<DocumentRow>;

  const store = {
    /** The view of the collection, for several consistent reads. */
    view: (collection: Layered, session?: ClientSession): Promise<CollectionView> =>
      viewOf(tombstones, collection, session),

    /**
     * A page of documents, newest first.
     *
     * @param page.filter further conditions on `documents` rows, such as a metadata filter
     * @returns `total` over all pages, counted only with a filter
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

    /** A document; null when the collection does not show it. */
    async get(collection: Layered, documentId: string): Promise<DocumentRow | null> {
      return store.find(await store.view(collection), { documentId });
    },

    /** The given documents that the collection shows, by id. */
    async getMany(collection: Layered, documentIds: readonly string[]): Promise<Map<string, DocumentRow>> {
      const shown = visible(await store.view(collection));
      const found = await rows.find({ $and: [shown, { documentId: { $in: [...documentIds] } }] }).toArray();
      return new Map(found.map((row) => [row.documentId, row]));
    },

    async getByIdentity(collection: Layered, identity: string): Promise<DocumentRow | null> {
      return store.find(await store.view(collection), { identity });
    },

    /** The documents with these identities, by identity. */
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

    /** First visible row that matches a condition. */
    find: (
      view: CollectionView,
      condition: Filter<DocumentRow>,
      session?: ClientSession,
    ): Promise<DocumentRow | null> =>
      rows.findOne({ $and: [visible(view), condition] }, { ...(session && { session }) }),

    /** All visible rows that match a condition, which should select few. */
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
