import { type Client } from '@elastic/elasticsearch';
import { type Embedder } from '../../src/models';
import { createQueryVectors, runSearch } from '../../src/product-search';
import { createPhysicalIndexes } from '../../src/stores/products/physical-index';
import { type JudgedIndex } from './judged-index';

const perPage = 100;

/** Asks a query; answers the ids of so many hits, best first. */
export type Ask = (query: string, hits: number) => Promise<string[]>;

/** Creates what asks queries as the route of searches does. */
export function createAsker(
  elasticsearch: Client,
  embedder: Embedder | null,
  { target, wordLists }: JudgedIndex,
  signal: AbortSignal,
): Ask {
  const physicalIndexes = createPhysicalIndexes(elasticsearch);
  const queryVectors = createQueryVectors({ of: () => embedder, close: () => Promise.resolve() }, null);
  const defaults = {
    filter: null,
    preferences: [],
    sort: [],
    grouping: null,
    typos: true,
    usesMeaning: true,
    constraints: 'ranking' as const,
    highlight: null,
    isExplained: false,
  };
  return async (query, hits) => {
    const ids: string[] = [];
    for (let page = 0; page * perPage < hits; page++) {
      const request = { ...defaults, query, page, perPage: Math.min(perPage, hits) };
      const found = await runSearch({ physicalIndexes, queryVectors, wordLists }, target, request, signal);
      ids.push(...found.hits.map(({ id }) => id));
      if (found.hits.length < perPage) break;
    }
    return ids;
  };
}
