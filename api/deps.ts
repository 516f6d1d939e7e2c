import { type Logger } from 'pino';
import { type BlobStore } from '../src/blobs';
import { type Config } from '../src/config';
import { type Jobs } from '../src/jobs';
import { type GuardedClient } from '../src/net';
import { type QueryEngine, type QueryHistory } from '../src/retrieval';
import { type Sealer } from '../src/signing/sealed-text';
import { type Stores } from '../src/stores';
import { type DocumentWrites } from '../src/stores/documents/document-writes';
import { type SearchIndex } from '../src/stores/documents/search-index';

/** A part without which the service is not ready; `check` throws when it cannot be used right now. */
export interface ServicePart {
  name: string;
  check(signal: AbortSignal): Promise<void>;
}

/** Flips once, when the program has been told to stop. */
export interface Lifecycle {
  draining: boolean;
}

/** Everything that routes are made from. */
export interface ApiDeps {
  config: Config;
  stores: Stores;
  search: SearchIndex;
  documentWrites: DocumentWrites;
  history: QueryHistory;
  queryEngine: QueryEngine;
  blobs: BlobStore;
  jobs: Jobs;
  outbound: GuardedClient;
  /** Seals credentials of sources and secrets of webhook endpoints. */
  sealer: Sealer;
  log: Logger;
  parts: readonly ServicePart[];
  lifecycle: Lifecycle;
  /** Milliseconds of a clock that never goes back, for what is remembered for a few seconds; tests turn it. */
  monotonicMs: () => number;
}
