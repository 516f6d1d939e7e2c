import { type Logger } from 'pino';
import { type AskedSettings, type QueryAnswer, type QuerySettings } from '../../domain/documents/query';
import { type RerankModel } from '../../domain/platform/rerank-model';
import {
  createQueryEmbeddings,
  ModelError,
  type QueryEmbedders,
  type Reranker,
  type Rerankers,
} from '../../models';
import { type Stores } from '../../stores';
import { type Confirm } from '../../stores/documents/contents/collection-confirmations';
import { type CollectionRow } from '../../stores/documents/contents/collections';
import { type SearchIndex } from '../../stores/documents/search-index';
import { askedKeys, parseMetadataFilter } from '../filter';
import { stemLanguages } from '../ranking';
import { findPage } from './find-page';
import { hitOf } from './hit';
import { createLoopTurns } from './loop-turns';
import { QueryError } from './query-error';
import { createSearchedNamespaces } from './searched-namespaces';
import { semanticRatioOf } from './semantic-ratio';
import { startStageClock } from './stage-clock';

/** A question, its settings, and the ids of its answer. */
export interface EngineQuery {
  /** Trimmed, not empty. */
  text: string;
  settings: AskedSettings;
  queryId: string;
  requestId: string;
}

/** Answers queries over collections, whichever version of the API, or evaluation, asks. */
export interface QueryEngine {
  /**
   * Answers a question from a collection as its row says. Equal queries over equal collections get equal
   * answers.
   *
   * @param remembered whether the row was read earlier, for another query: the answer then counts only if it
   *   still is the same, which is asked while the answer is made
   * @throws CollectionChanged when it is not
   * @throws MetadataFilterError for a filter that cannot be read
   * @throws QueryError `rerank_model_not_configured`; `query_unavailable` when the embedding model does not
   *   answer
   * @throws SearchIndexMissing where documents are not in the search engine
   * @throws what a store throws that cannot be reached, and the signal's reason once it is aborted
   */
  run(
    collection: CollectionRow,
    query: EngineQuery,
    signal: AbortSignal,
    options?: { remembered: boolean },
  ): Promise<QueryAnswer>;
  /** Whether queries may name a rerank model: a hosted one has to be configured. */
  canRerank(model: RerankModel): boolean;
}

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

/**
 * The engine over the real stores. A query takes one request to each of them, unless a page is hard to fill.
 */
export function createQueryEngine(deps: EngineDeps): QueryEngine {
  const embeddings = createQueryEmbeddings();
  const turns = createLoopTurns();
  const searched = createSearchedNamespaces(deps);

  function rerankerOf({ rerank }: Pick<QuerySettings, 'rerank'>): Reranker | null {
    if (rerank === null) return null;
    const reranker = deps.rerankers.get(rerank.model);
    if (reranker === null) throw new QueryError('rerank_model_not_configured', { model: rerank.model });
    return reranker;
  }

  /** Null where the dense leg has no weight, or nothing to look at. */
  async function vectorOf(
    { embedding, organizationId }: CollectionRow,
    { text, settings }: { text: string; settings: QuerySettings },
    signal: AbortSignal,
  ): Promise<Float32Array | null> {
    if (settings.semanticRatio === 0 || embedding === null) return null;
    const embedder = deps.embedders.of(embedding);
    if (embedder === null) {
      const reason =
        'The vectors of the collection were made by a model that is not configured any more: they have to be made anew.';
      throw new QueryError('query_unavailable', { reason });
    }
    try {
      const vector = await embeddings.vectorOf({ embedder, organizationId, text }, signal);
      // A vector without a direction is near to no other.
      return vector.some((value) => value !== 0) ? vector : null;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelError) && !isTimeout(error)) throw error;
      throw new QueryError('query_unavailable', { cause: error });
    }
  }

  async function answer(
    collection: CollectionRow,
    query: EngineQuery,
    signal: AbortSignal,
    confirm: Confirm | null,
  ): Promise<QueryAnswer> {
    const { text } = query;
    const { languages = {} } = collection;
    const ratio = semanticRatioOf(query.settings, collection);
    const settings = { ...query.settings, semanticRatio: ratio.used };
    const clock = startStageClock();
    const prepared = await clock.time('preparation', async () => ({
      filter: settings.filter === null ? null : parseMetadataFilter(settings.filter),
      askedKeys: settings.filter === null ? [] : askedKeys(settings.filter),
      reranker: rerankerOf(settings),
      view: await deps.stores.searchHits.view(collection),
    }));
    const vector = await clock.time('embedding', () => vectorOf(collection, { text, settings }, signal));
    const found = await findPage({
      deps: { ...deps, turns, searched },
      query: { collection, settings, text, stemLanguages: stemLanguages(languages), vector, ...prepared },
      confirm,
      clock,
      signal,
    });
    return {
      queryId: query.queryId,
      requestId: query.requestId,
      query: text,
      hits: found.page.map(({ ranked, row, surroundings, highlights }, at) => ({
        ...hitOf(at + 1, ranked, row, surroundings, settings),
        ...(highlights !== null && { highlights }),
      })),
      limit: settings.limit,
      include: settings.include,
      semanticRatio: ratio,
      rerank: found.rerank,
      boost: found.boost.map((echo, index) => ({ index, ...echo })),
      warnings: found.warnings,
      timing: clock.timing(),
    };
  }

  return {
    run: (collection, query, signal, { remembered } = { remembered: false }) =>
      remembered
        ? deps.stores.collectionConfirmations.during(collection, (confirm) =>
            answer(collection, query, signal, confirm),
          )
        : answer(collection, query, signal, null),
    canRerank: (model) => deps.rerankers.get(model) !== null,
  };
}

/** Whether a signal of `AbortSignal.timeout` was aborted with this error. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'TimeoutError';
