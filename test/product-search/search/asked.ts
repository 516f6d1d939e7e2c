import {
  type DescribedPage,
  describeHits,
  type FoundPage,
  type QueryVectors,
  runSearch,
  type SearchRequest,
  type SearchTarget,
} from '../../../src/product-search';
import { type BuiltIndexes } from '../built-index';

export type AskedIndexes = Pick<BuiltIndexes, 'physicalIndexes' | 'wordLists'> & {
  /** Default: no model answers. */
  queryVectors?: QueryVectors;
};

const noVectors = { of: () => Promise.resolve(null) };

/** Searches an index; members that are not given have the defaults of the wire. */
export async function ask(
  { physicalIndexes, wordLists, queryVectors = noVectors }: AskedIndexes,
  target: SearchTarget,
  query: string,
  members: Partial<SearchRequest> = {},
): Promise<FoundPage> {
  return runSearch(
    { physicalIndexes, queryVectors, wordLists },
    target,
    requestOf(query, members),
    new AbortController().signal,
  );
}

/** A search with what is said about its hits. */
export async function askForWords(
  indexes: AskedIndexes,
  target: SearchTarget,
  query: string,
  members: Partial<SearchRequest> = {},
): Promise<DescribedPage> {
  return await describeHits(target, requestOf(query, members), await ask(indexes, target, query, members));
}

/** A request with the defaults of the wire. */
export function requestOf(query: string, members: Partial<SearchRequest>): SearchRequest {
  return {
    query,
    page: 0,
    perPage: 20,
    filter: null,
    preferences: [],
    sort: [],
    grouping: null,
    typos: true,
    usesMeaning: true,
    constraints: 'ranking',
    highlight: null,
    isExplained: false,
    ...members,
  };
}

/** Ids of the hits of a search, in order. */
export async function idsOf(
  indexes: AskedIndexes,
  target: SearchTarget,
  query: string,
  members: Partial<SearchRequest> = {},
): Promise<string[]> {
  const { hits } = await ask(indexes, target, query, members);
  return hits.map(({ id }) => id);
}
