import { type QueryAnswer, type QuerySettings } from '../../domain/query';
import { type CollectionRow } from '../../stores/collections';

/** One question, and what its answer is known by. */
export interface EngineQuery {
  /** Trimmed, not empty. */
  text: string;
  settings: QuerySettings;
  queryId: string;
  requestId: string;
}

/** Answers queries over collections, whichever version of the API, or evaluation, asks. */
export interface QueryEngine {
  /**
   * What a collection, as its row says, has to answer. Equal queries over equal collections get equal answers.
   *
   * @throws MetadataFilterError for a filter that cannot be read
   * @throws RequestError `rerank_model_not_configured`; `query_unavailable` when the embedding model does not answer
   * @throws what a store throws that cannot be reached, and the signal's reason once it is aborted
   */
  run(collection: CollectionRow, query: EngineQuery, signal: AbortSignal): Promise<QueryAnswer>;
}
