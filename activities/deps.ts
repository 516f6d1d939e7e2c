import { type BlobStore } from '../src/blobs';
import { type TaskQueue } from '../src/domain/platform/task-queues';
import { type Jobs } from '../src/jobs';
import { type Metrics } from '../src/metrics';
import {
  type ChooseEmbedder,
  type Describer,
  type Embedder,
  type QueryEmbedders,
  type TranscriptionEndpoint,
} from '../src/models';
import { type GuardedClient } from '../src/net';
import { type ObjectStores } from '../src/object-stores';
import { type FileParser, type SpreadsheetParser } from '../src/parsing';
import { type EngineDeps } from '../src/privacy';
import { type WordLists } from '../src/product-search';
import { type QueryEngine, type QueryHistory } from '../src/retrieval';
import { type Sealer } from '../src/signing/sealed-text';
import { type Stores } from '../src/stores';
import { type PhysicalIndexes } from '../src/stores/products/physical-index';
import { type DocumentUpkeep, type DocumentWrites } from '../src/stores/documents/document-writes';

/** Dependencies of all activities. */
export interface ActivityDeps extends Pick<
  Stores,
  | 'parseJobs'
  | 'uploads'
  | 'credits'
  | 'capacity'
  | 'indexJobs'
  | 'jobFiles'
  | 'jobRemovals'
  | 'parsingScripts'
  | 'collections'
  | 'descriptions'
  | 'documents'
  | 'embeddings'
  | 'syncs'
  | 'syncObjects'
  | 'syncTombstones'
  | 'queryBodies'
  | 'evaluationAnswers'
  | 'evaluationCases'
  | 'evaluations'
  | 'webhookAttempts'
  | 'webhookEndpoints'
  | 'webhookEvents'
  | 'webhookDeliveries'
  | 'webhookRecoveries'
  | 'acceptProductJob'
  | 'commitUpload'
  | 'fieldClaims'
  | 'experimentDays'
  | 'searchEvents'
  | 'indexSettings'
  | 'productImports'
  | 'productBuildParts'
  | 'buildWords'
  | 'productBuilds'
  | 'productIndexes'
  | 'productJobs'
  | 'writeBursts'
  | 'recordFolding'
  | 'recordEntries'
  | 'recordGroups'
  | 'recordPages'
  | 'stagedUploads'
> {
  blobs: BlobStore;
  documentWrites: DocumentWrites;
  documentUpkeep: DocumentUpkeep;
  physicalIndexes: PhysicalIndexes;
  outbound: GuardedClient;
  parser: SpreadsheetParser;
  fileParser: FileParser;
  /** Parser of small files of indexing jobs, which do not wait for large ones. */
  smallFileParser: FileParser;
  /** The configured model, or the local one of English: of product records, and of masking where it is local. */
  embedder: Embedder;
  /** Embedders of documents and of queries, by vector space. */
  queryEmbedders: Pick<QueryEmbedders, 'of'>;
  chooseEmbedder: ChooseEmbedder;
  /** Null when none is configured. */
  transcription: TranscriptionEndpoint | null;
  objectStores: ObjectStores;
  queryEngine: Pick<QueryEngine, 'run'>;
  queryHistory: QueryHistory;
  sealer: Sealer;
  metrics: Metrics;
  describer: Describer;
  /** Models of the engines that find personal data. */
  piiModels: EngineDeps;
  jobs: Pick<
    Jobs,
    | 'parse'
    | 'indexing'
    | 'rollbacks'
    | 'evaluations'
    | 'syncs'
    | 'deliveries'
    | 'recoveries'
    | 'builds'
    | 'deletions'
    | 'imports'
    | 'vectors'
    | 'writes'
  >;
  /** Concurrent activities of this worker, by queue. */
  slots: Record<TaskQueue, number>;
  /** New titles up to which builds of product search compute vectors themselves; 0 for none at all. */
  productVectorsMax: number;
  /** Records up to which the vectors of other builds are computed after their publication; 0 for none. */
  productLaterVectorsMax: number;
  /** Word lists of the builds that live writes reach. */
  wordLists: WordLists;
  /** Longest wait of a served build for its replicas. */
  productSettleMsMax: number;
  /** Builds and imports that one organization may run at once. */
  productBuildsMax: number;
  /** Addresses that replace those of import providers. */
  importEndpoints: { algolia?: string };
  /** Public address of the API and decoded `SIGNING_KEY`, for links to images. */
  assetUrls: { baseUrl: string; signingKey: Uint8Array };
  /** Local folder for files of single attempts. */
  scratchFolder: string;
}
