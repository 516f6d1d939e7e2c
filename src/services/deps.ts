import { type Logger } from 'pino';
import { type BlobStore } from '../blobs';
import { type Config } from '../config';
import { type Jobs } from '../jobs';
import { type Metrics } from '../metrics';
import { type QueryEmbedders } from '../models';
import { type GuardedClient } from '../net';
import { type ObjectStores } from '../object-stores';
import { type SearchCounter } from '../product-search';
import { type QueryEngine, type QueryHistory } from '../retrieval';
import { type Sealer } from '../signing/sealed-text';
import { type Stores } from '../stores';
import { type DocumentWrites } from '../stores/documents/document-writes';
import { type SearchIndex } from '../stores/documents/search-index';
import { type PhysicalIndexes } from '../stores/products/physical-index';
import { type LinkCopies } from './documents/parse-jobs/link-copies';
import { type SearchState } from './products/search/state';

/** State of the program; `draining` becomes true once, when the program is told to stop. */
export interface Lifecycle {
  draining: boolean;
}

/** Dependencies of use cases. Each names the part that it needs, such as `Pick<ServiceDeps, 'stores'>`. */
export interface ServiceDeps {
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
  /** Caches and turns of searches of products. */
  searchState: SearchState;
  blobs: BlobStore;
  jobs: Jobs;
  outbound: GuardedClient;
  linkCopies: LinkCopies;
  /** Opens containers that a sync is tried out with. */
  objectStores: ObjectStores;
  /** Seals credentials of sources and secrets of webhook endpoints. */
  sealer: Sealer;
  log: Logger;
  metrics: Metrics;
  lifecycle: Lifecycle;
  /** Milliseconds of a clock that never goes back, for caches of a few seconds. Tests control it. */
  monotonicMs: () => number;
}
