import { type Client } from '@elastic/elasticsearch';
import { type Pool } from 'undici';
import { type Embedder } from '../../src/models';
import { planSearches } from '../../src/retrieval/query/search-plan';
import { type QuerySettings } from '../../src/domain/documents/query';
import { candidateDepth } from '../../src/retrieval/ranking';
import { type CollectionView } from '../../src/stores/documents/contents/documents-visible';
import { searchLines } from '../../src/stores/documents/search-index';
import { answerText } from '../service/answer-text';
import { concurrently } from '../service/concurrently';
import { percentile } from '../statistics';

/** Figures of one side over a list of questions. */
export interface Measured {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** A way to have a question answered. */
export type Ask = (question: string, semanticRatio: number) => Promise<void>;

/** Over HTTP, with all that the service does. */
export function askApi(pool: Pool, key: string, collection: string): Ask {
  return async (query, semantic_ratio) => {
    const response = await pool.request({
      method: 'POST',
      path: `/v3/collections/${collection}/query`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, semantic_ratio }),
    });
    const answer = JSON.parse(await answerText(response)) as { results: unknown[] };
    if (answer.results.length === 0) throw new Error(`nothing was found for ${query}`);
  };
}

/**
 * The same searches, sent by Elasticsearch's own client, with the same model where the query has to be
 * embedded.
 */
export function askRaw(client: Client, embedder: Embedder, view: CollectionView): Ask {
  return async (text, semanticRatio) => {
    const { signal } = new AbortController();
    const vector = semanticRatio === 0 ? null : (await embedder.embed([text], 'query', signal))[0]!;
    const settings = settingsOf(semanticRatio);
    const depth = candidateDepth(settings);
    const plan = planSearches({
      view,
      text,
      stemLanguages: [],
      vector,
      settings,
      filter: null,
      exclusions: [],
      askedKeys: [],
      depth,
      doneDocuments: null,
    });
    const namespaces = view.map(({ namespace }) => namespace);
    const searches = searchLines(namespaces, plan.searches);
    const { responses } = await client.msearch({ searches }, { requestTimeout: 60_000 });
    for (const response of responses)
      if ('error' in response) throw new Error(JSON.stringify(response.error));
  };
}

/** Asks all questions, so many at a time. */
export async function measure(
  ask: Ask,
  questions: readonly string[],
  semanticRatio: number,
  atOnce: number,
): Promise<Measured> {
  const { seconds, callMs } = await concurrently(questions.length, atOnce, (at) =>
    ask(questions[at]!, semanticRatio),
  );
  return {
    perSecond: questions.length / seconds,
    p50Ms: percentile(callMs, 0.5),
    p99Ms: percentile(callMs, 0.99),
  };
}

const settingsOf = (semanticRatio: number): QuerySettings => ({
  limit: 10,
  maxChunksPerDocument: null,
  filter: null,
  semanticRatio,
  minCosine: null,
  neighborCount: 1,
  rerank: null,
  boost: [],
  excludeChunkTypes: [],
  relationTypes: null,
  relationDirection: 'outgoing',
  includeArchived: false,
  include: {
    document: true,
    metadata: true,
    regions: false,
    relations: false,
    relatedChunks: false,
    neighboringChunks: false,
    documentMetadata: false,
    highlights: false,
  },
});
