import { type BlobStore } from '../src/blobs';
import { type Jobs } from '../src/jobs';
import { type Describer, type Embedder, type Transcriber } from '../src/models';
import { type GuardedClient } from '../src/net';
import { type ObjectStores } from '../src/object-stores';
import { type FileParser, type SpreadsheetParser } from '../src/parsing';
import { type QueryEngine, type QueryHistory } from '../src/retrieval';
import { type Sealer } from '../src/signing/sealed-text';
import { type Stores } from '../src/stores';
import { type DocumentUpkeep, type DocumentWrites } from '../src/stores/documents/document-writes';

/** Everything that activities are made from. */
export interface ActivityDeps extends Pick<
  Stores,
  | 'parseJobs'
  | 'parseJobEndings'
  | 'uploads'
  | 'credits'
  | 'capacity'
  | 'indexJobs'
  | 'jobFiles'
  | 'parsingScripts'
  | 'collections'
  | 'descriptions'
  | 'documents'
  | 'embeddings'
  | 'queryBodies'
  | 'evaluationAnswers'
  | 'evaluationCases'
  | 'evaluations'
  | 'webhookAttempts'
  | 'webhookEndpoints'
  | 'webhookEndpointRemoval'
  | 'webhookEvents'
  | 'webhookDeliveries'
  | 'webhookRecoveries'
> {
  blobs: BlobStore;
  documentWrites: DocumentWrites;
  documentUpkeep: DocumentUpkeep;
  outbound: GuardedClient;
  parser: SpreadsheetParser;
  fileParser: FileParser;
  embedder: Embedder;
  /** Null where none is configured. */
  transcriber: Transcriber | null;
  objectStores: ObjectStores;
  queryEngine: QueryEngine;
  queryHistory: QueryHistory;
  sealer: Sealer;
  describer: Describer;
  jobs: Pick<Jobs, 'parse' | 'indexing' | 'evaluations' | 'deliveries' | 'recoveries'>;
  /** Requests to receivers that one worker has open at once, in each of their queues. */
  webhookSlots: number;
  /** Public address of the API and decoded `SIGNING_KEY`, of which links to images are made. */
  assetUrls: { baseUrl: string; signingKey: Uint8Array };
  /** Local folder for files that live no longer than an attempt. */
  scratchFolder: string;
}
