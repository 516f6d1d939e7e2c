import { type Collection, type Db } from 'mongodb';
import { type ChunkRow, chunkIndexes } from '../contents/chunks';
import {
  collectionIndexes,
  type CollectionRow,
  type CollectionStore,
  createCollectionStore,
} from '../contents/collections';
import {
  createDocumentStore,
  documentIndexes,
  type DocumentRow,
  type DocumentStore,
} from '../contents/documents';
import { createFilledNamespaces, type FilledNamespaces } from '../contents/filled-namespaces';
import { createGoneDocumentStore, type GoneDocumentStore } from '../contents/gone-documents';
import { createNamespaceStore, type NamespaceStore } from '../contents/namespaces';
import { createSharedIndexStore, type SharedIndexStore } from '../contents/shared-indexes';
import { pageIndexes, type PageRow } from '../contents/pages';
import {
  createRelationStore,
  relationIndexes,
  type RelationRow,
  type RelationStore,
} from '../contents/relations';
import { type IndexJobRow } from '../index-jobs/index-job-kind';
import { indexJobIndexes } from '../index-jobs/index-jobs';
import { jobRemovalIndexes, type JobRemovalRow } from '../index-jobs/job-removals';
import { type SearchIndex } from '../search-index';
import { createSyncTombstoneStore, type SyncTombstoneStore } from '../contents/sync-tombstones';
import { createTombstoneStore, type TombstoneStore } from '../contents/tombstones';
import { inBatches } from '../../mongo/in-batches';
import { createTransact, type Transact } from '../../mongo/transactions';

/** Dependencies that the parts of `DocumentWrites` share. */
export interface WriteContext {
  collections: CollectionStore;
  documents: DocumentStore;
  filledNamespaces: FilledNamespaces;
  goneDocuments: GoneDocumentStore;
  namespaces: NamespaceStore;
  sharedIndexes: SharedIndexStore;
  relations: RelationStore;
  tombstones: TombstoneStore;
  syncTombstones: SyncTombstoneStore;
  search: SearchIndex;
  /** Makes earlier writes into a namespace visible to searches. Concurrent calls share one refresh. */
  refresh(namespace: string): Promise<void>;
  transact: Transact;
  rows: {
    collections: Collection<CollectionRow>;
    documents: Collection<DocumentRow>;
    chunks: Collection<ChunkRow>;
    pages: Collection<PageRow>;
    relations: Collection<RelationRow>;
    indexJobs: Collection<IndexJobRow>;
    jobRemovals: Collection<JobRemovalRow>;
  };
}

export function createWriteContext(db: Db, search: SearchIndex): WriteContext {
  const refresh = inBatches<undefined, undefined>(Infinity, async (namespace, calls) => {
    await search.refresh([namespace]);
    return calls.map(() => undefined);
  });
  return {
    collections: createCollectionStore(db),
    documents: createDocumentStore(db),
    filledNamespaces: createFilledNamespaces(db),
    goneDocuments: createGoneDocumentStore(db),
    namespaces: createNamespaceStore(db),
    sharedIndexes: createSharedIndexStore(db),
    relations: createRelationStore(db),
    tombstones: createTombstoneStore(db),
    syncTombstones: createSyncTombstoneStore(db),
    search,
    refresh: (namespace) => refresh(namespace, undefined),
    transact: createTransact(db.client),
    rows: {
      collections: db.collection<CollectionRow>(collectionIndexes.collection),
      documents: db.collection<DocumentRow>(documentIndexes.collection),
      chunks: db.collection<ChunkRow>(chunkIndexes.collection),
      pages: db.collection<PageRow>(pageIndexes.collection),
      relations: db.collection<RelationRow>(relationIndexes.collection),
      indexJobs: db.collection<IndexJobRow>(indexJobIndexes.collection),
      jobRemovals: db.collection<JobRemovalRow>(jobRemovalIndexes.collection),
    },
  };
}
