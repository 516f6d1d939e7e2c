import { type BlobStore } from '../src/blobs/blob-store';
import { type Tenant } from '../src/domain/platform/tenancy';
import { type ParseOptions } from '../src/domain/documents/parse-job';
import { type DeliveryStart, type EvaluationStart, type IndexJobStart } from '../src/jobs';
import { type Describer, type Embedder, type Transcriber } from '../src/models';
import { type GuardedClient } from '../src/net';
import { type ObjectStores } from '../src/object-stores';
import { type FileParser, type SpreadsheetParser } from '../src/parsing';
import { type QueryEngine, type QueryHistory } from '../src/retrieval';
import { type Sealer } from '../src/signing/sealed-text';
import { type Stores } from '../src/stores';
import { type DocumentUpkeep, type DocumentWrites } from '../src/stores/documents/document-writes';

/** Runs of parse jobs as the sweep sees them; `src/jobs/` has the real ones. */
export interface ParseRuns {
  startParseJob(job: Tenant & { jobId: string; options: ParseOptions }): Promise<'running' | 'closed'>;
  describeParseJob(jobId: string): Promise<'running' | 'closed' | 'missing'>;
}

/** The same of indexing jobs. */
export interface IndexRuns {
  startIndexJob(job: IndexJobStart): Promise<'running' | 'closed'>;
  cancelIndexJob(jobId: string): Promise<void>;
  describeIndexJob(jobId: string): Promise<'running' | 'closed' | 'missing'>;
}

/** The same of evaluations. */
export interface EvaluationRuns {
  startEvaluation(evaluation: EvaluationStart): Promise<'running' | 'closed'>;
  cancelEvaluation(evalId: string): Promise<void>;
  describeEvaluation(evalId: string): Promise<'running' | 'closed' | 'missing'>;
}

/** The same of webhooks. */
export interface WebhookRuns {
  startDelivery(delivery: DeliveryStart): Promise<void>;
  resendDelivery(delivery: DeliveryStart): Promise<void>;
  startRecovery(recovery: { endpointId: string; organizationId: string }): Promise<void>;
  wakeDelivery(delivery: Pick<DeliveryStart, 'endpointId' | 'eventId'>): Promise<void>;
}

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
  | 'evaluationItems'
  | 'evaluations'
  | 'webhookAttempts'
  | 'webhookEndpoints'
  | 'webhookEndpointRemoval'
  | 'webhookEvents'
  | 'webhookMessages'
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
  runs: ParseRuns & IndexRuns & EvaluationRuns & WebhookRuns;
  /** Requests to receivers that one worker has open at once, in each of their queues. */
  webhookSlots: number;
  /** Public address of the API and decoded `SIGNING_KEY`, of which links to images are made. */
  assetUrls: { baseUrl: string; signingKey: Uint8Array };
  /** Local folder for files that live no longer than an attempt. */
  scratchFolder: string;
}
