import { type Logger } from 'pino';
import { type QueryEmbedders, type Rerankers } from '../../models';
import { type Stores } from '../../stores';
import { type SearchIndex } from '../../stores/documents/search-index';

/** Stores and models that answer queries. */
export interface EngineDeps {
  stores: Pick<
    Stores,
    'chunks' | 'collectionConfirmations' | 'filledNamespaces' | 'relationSurroundings' | 'searchHits'
  >;
  search: SearchIndex;
  embedders: Pick<QueryEmbedders, 'of'>;
  rerankers: Rerankers;
  log: Pick<Logger, 'warn'>;
}
