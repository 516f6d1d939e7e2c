import { type EngineDeps } from './engine-deps';
import { type QueryAnswer, type QuerySettings } from '../../domain/documents/query';
import { type RerankModel } from '../../domain/platform/rerank-model';
import { createQueryEmbeddings, ModelError, type Reranker } from '../../models';
import { type Confirm } from '../../stores/documents/contents/collection-confirmations';
import { type CollectionRow } from '../../stores/documents/contents/collections';
import { askedKeys, parseMetadataFilter } from '../filter';
import { stemLanguages } from '../ranking';
import { asksInOtherLanguage } from './choose-ratio';
import { findPage } from './find-page';
import { hitOf } from './hit';
import { type LikeChunk, likenessOf } from './like-chunk';
import { createLoopTurns } from './loop-turns';
import { QueryError } from './query-error';
import { createSearchedNamespaces } from './searched-namespaces';
import { startStageClock } from './stage-clock';

/** A query with its settings, and the ids of its answer. */
export interface EngineQuery {
  /** Query text, trimmed; empty for a query about a chunk only. */
  text: string;
  /** Chunk that is asked about; its stored vector then is that of the query, whose `semanticRatio` is 1. */
  like?: LikeChunk;
  settings: QuerySettings;
  queryId: string;
  requestId: string;
}

/** Answers queries over collections, for both versions of the API and for evaluations. */
export interface QueryEngine {
  /**
   * Answers a query over a collection in the state of its row. Equal queries over equal collections get equal
   * answers.
   *
   * @param remembered whether the row was read for an earlier query: it is then compared with the stored row
   * while the answer is computed
   * @throws CollectionChanged when the stored row differs
   * @throws MetadataFilterError for an invalid filter
   * @throws QueryError `rerank_model_not_configured`; `query_unavailable` when the embedding model does not
   * answer; `chunk_not_found`, `chunk_without_vector` for a query about a chunk
   * @throws SearchIndexMissing when documents are missing in the search engine
   * @throws errors of unavailable stores, and the signal's reason once it aborts
   */
  run(
    collection: CollectionRow,
    query: EngineQuery,
    signal: AbortSignal,
    options?: { remembered: boolean },
  ): Promise<QueryAnswer>;
  /** Whether queries may use a rerank model: hosted ones have to be configured. */
  canRerank(model: RerankModel): boolean;
}

/**
 * Creates the engine over the real stores. A query makes one request to each of them, unless a page is hard
 * to fill.
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

  /** The vector of the query; null when the dense leg has no weight, or nothing to search. */
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
      // A zero vector has no direction, so that no cosine exists.
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
    const { text, settings, like } = query;
    const { languages = {} } = collection;
    const clock = startStageClock();
    const prepared = await clock.time('preparation', async () => ({
      filter: settings.filter === null ? null : parseMetadataFilter(settings.filter),
      askedKeys: settings.filter === null ? [] : askedKeys(settings.filter),
      reranker: rerankerOf(settings),
      view: await deps.stores.searchHits.view(collection),
      isOtherLanguage: like === undefined && (await asksInOtherLanguage(text, settings, collection)),
    }));
    const { vector, exclusions } =
      like === undefined
        ? await clock.time('embedding', async () => ({
            vector: await vectorOf(collection, { text, settings }, signal),
            exclusions: [],
          }))
        : await clock.time('preparation', () =>
            likenessOf({ ...deps, searched }, { collection, view: prepared.view }, like, signal),
          );
    const found = await findPage({
      deps: { ...deps, turns, searched },
      query: {
        collection,
        settings,
        text,
        stemLanguages: stemLanguages(languages),
        vector,
        exclusions,
        ...prepared,
      },
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
      semanticRatio: found.semanticRatio,
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

/** Whether an error is the timeout of an `AbortSignal.timeout`. */
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'TimeoutError';
