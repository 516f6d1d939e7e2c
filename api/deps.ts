import { type Logger } from 'pino';
import { type BlobStore } from '../src/blobs';
import { type Config } from '../src/config';
import { type Jobs } from '../src/jobs';
import { type Metrics } from '../src/metrics';
import { type QueryEmbedders } from '../src/models';
import { type GuardedClient } from '../src/net';
import { type ObjectStores } from '../src/object-stores';
import { type SearchCounter } from '../src/product-search';
import { type QueryEngine, type QueryHistory } from '../src/retrieval';
import { type Sealer } from '../src/signing/sealed-text';
import { type Stores } from '../src/stores';
import { type DocumentWrites } from '../src/stores/documents/document-writes';
import { type PhysicalIndexes } from '../src/stores/products/physical-index';
import { type Traces } from '../src/traces';
import { type AuditLog } from './products/audit/audit-log';
import { type LinkCopies } from './documents/parse-jobs/link-copies';
import { type SearchIndex } from '../src/stores/documents/search-index';

/** A dependency that readiness shows; `check` throws while the dependency cannot be used. */
export interface ServicePart {
  name: string;
  /** Whether no request can be served without it. Default: only those that use it fail. */
  isVital?: boolean;
  check(signal: AbortSignal): Promise<void>;
}

/** State of the program; `draining` becomes true once, when the program is told to stop. */
export interface Lifecycle {
  draining: boolean;
}

/** Dependencies of all routes. */
export interface ApiDeps {
  config: Config;
  stores: Stores;
  search: SearchIndex;
  documentWrites: DocumentWrites;
  physicalIndexes: PhysicalIndexes;
  history: QueryHistory;
  queryEngine: QueryEngine;
  queryEmbedders: QueryEmbedders;
  /** Counts searches of experiments. */
  searchCounter: SearchCounter;
  blobs: BlobStore;
  jobs: Jobs;
  outbound: GuardedClient;
  /** Opens containers that a sync is tried out with. */
  objectStores: ObjectStores;
  linkCopies: LinkCopies;
  /** Seals credentials of sources and secrets of webhook endpoints. */
  sealer: Sealer;
  /** The audit log of product search. */
  audit: AuditLog;
  log: Logger;
  metrics: Metrics;
  traces: Traces;
  parts: readonly ServicePart[];
  lifecycle: Lifecycle;
  /** Milliseconds of a clock that never goes back, for caches of a few seconds. Tests control it. */
  monotonicMs: () => number;
}
