import { type Client, type estypes } from '@elastic/elasticsearch';
import { type Pool } from 'undici';
import { everyField, everyNameVisible } from '../../src/domain/products/shown-fields';
import {
  completeQuery,
  countFacets,
  createFacetTurns,
  createFilterFields,
  demandedWords,
  groupingOf,
  parseFilter,
  runSearch,
  type SearchRequest,
  type SearchTarget,
  wantedFacets,
  type WordLists,
} from '../../src/product-search';
import { type ProductBuildRow, settingsOfBuild, tableOf } from '../../src/stores/products/product-builds';
import { createPhysicalIndexes } from '../../src/stores/products/physical-index';
import { answerText } from '../service/answer-text';

/** A kind of search: its route, and members of its body beside the query. */
export interface SearchKind {
  name: string;
  /** Least throughput to that of its peer; absent where none is set. */
  toPeer?: number;
  /** Least throughput to that of plain terms, by the number of searches at once; absent where none is set. */
  toPlainTerms?: Readonly<Record<number, number>>;
  /** Greatest p50 of one search at a time; absent where none is set. */
  p50Max?: number;
  /** Finds records while a query is typed. */
  isTypeahead?: true;
  filter?: string;
  facetKeys?: readonly string[];
  groupField?: string;
  sortField?: string;
  /** The question that is asked in place of a plain one; absent where it is that one. */
  asked?: (question: string, place: number) => string;
}

/** Asks one question; resolves once the answer is there. */
export type AskQuestion = (query: string) => Promise<void>;

const facetLimit = 10;
const perPage = 20;
const typeaheadHits = 5;
/** Counts of a busy machine are waited for. */
const facetTimeoutMs = 60_000;

/** Searches by the API. @throws Error for a refusal */
export function askApi(pool: Pool, key: string, index: string, kind: SearchKind): AskQuestion {
  const { filter, facetKeys, groupField, sortField, isTypeahead = false } = kind;
  const members = {
    ...(isTypeahead ? { k: typeaheadHits } : { per_page: perPage }),
    ...(filter === undefined ? {} : { filter }),
    ...(facetKeys === undefined ? {} : { facet_keys: facetKeys, facets_approx: false }),
    ...(groupField === undefined ? {} : { group_by: { field: groupField } }),
    ...(sortField === undefined ? {} : { sort: [{ field: sortField, order: 'asc' }] }),
  };
  return async (query) => {
    const answer = await pool.request({
      method: 'POST',
      path: `/v1/indexes/${index}/${isTypeahead ? 'typeahead' : 'search'}`,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, ...members }),
    });
    await answerText(answer);
  };
}

/** A build, and the list of its words. */
interface AskedBuild {
  build: ProductBuildRow;
  wordLists: Pick<WordLists, 'of'>;
}

/** The requests that the API sends to Elasticsearch for each of several questions, in their order. */
export async function requestsByQuestion(
  client: Client,
  build: AskedBuild,
  kind: SearchKind,
  questions: readonly string[],
): Promise<Map<string, estypes.SearchRequest[]>> {
  const sent = new Map<string, estypes.SearchRequest[]>();
  for (const query of questions) sent.set(query, await requestsOf(client, build, kind, query));
  return sent;
}

async function requestsOf(
  client: Client,
  { build, wordLists }: AskedBuild,
  kind: SearchKind,
  query: string,
): Promise<estypes.SearchRequest[]> {
  const requests: estypes.SearchRequest[] = [];
  const { search } = createPhysicalIndexes(client);
  const physicalIndexes = {
    search: (async (index, request, signal) => {
      requests.push({ ...request, index });
      return search(index, request, signal);
    }) satisfies typeof search,
  };
  const target = targetOf(build);
  const { signal } = new AbortController();
  if (kind.isTypeahead) {
    const begun = {
      query,
      filter: null,
      typos: true,
      groupedBy: null,
      keepsFirst: null,
      limit: typeaheadHits,
    };
    await completeQuery({ physicalIndexes, wordLists }, target, begun, signal);
    return requests;
  }
  const request = requestFor(kind, target, query);
  const queryVectors = { of: () => Promise.resolve(null) };
  const { text, wordsMin } = await runSearch(
    { physicalIndexes, queryVectors, wordLists },
    target,
    request,
    signal,
  );
  if (kind.facetKeys !== undefined) {
    const bounds = { settings: {}, shows: () => true, allows: () => true, isVisibleName: everyNameVisible };
    const wanted = wantedFacets(target.table, bounds, {
      keys: kind.facetKeys,
      limit: facetLimit,
      withStats: false,
      disjunctive: [],
      search: null,
      isApproximate: false,
    });
    const { filter, grouping } = request;
    const counted = { text, wordsMin: wordsMin ?? demandedWords(text).length, filter, grouping };
    const counting = { physicalIndexes, facetTurns: createFacetTurns(), facetTimeMs: facetTimeoutMs };
    await countFacets(counting, target, counted, wanted, signal);
  }
  return requests;
}

/** Sends the requests of a question by the client alone, one after the other, as the API does. */
export function askRaw(
  client: Client,
  requests: ReadonlyMap<string, readonly estypes.SearchRequest[]>,
): AskQuestion {
  return async (query) => {
    for (const request of requests.get(query)!) await client.search(request);
  };
}

/**
 * Asks Elasticsearch for the words of a question as bare terms, those in the fields of the first tier above
 * others, by an HTTP client: what the engine gives at most for a plain search.
 */
export function askPlainTerms(pool: Pool, physical: string): AskQuestion {
  return async (query) => {
    const terms = (field: string) => query.split(' ').map((word) => ({ term: { [field]: word } }));
    const scored = (field: string, boost: number) => ({
      constant_score: { filter: { bool: { filter: terms(field) } }, boost },
    });
    const body = {
      size: perPage,
      track_total_hits: true,
      _source: ['r'],
      query: { bool: { must: [scored('t3', 2)], should: [scored('t1', 1)] } },
    };
    const answer = await pool.request({
      method: 'POST',
      path: `/${physical}/_search`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answerText(answer);
  };
}

function targetOf(build: ProductBuildRow): SearchTarget {
  const table = tableOf(build)!;
  const settings = settingsOfBuild(build);
  return {
    buildId: build._id,
    physical: build.physical,
    indexId: build.indexId,
    wordsVersion: 0,
    organizationId: build.organizationId,
    settings,
    table,
    filterFields: createFilterFields(table, settings),
    groups: null,
    visible: [],
    shown: everyField,
    members: everyField,
    isVisibleName: everyNameVisible,
    vectors: null,
    isDeterministic: true,
  };
}

function requestFor(
  { filter, groupField, sortField }: SearchKind,
  target: SearchTarget,
  query: string,
): SearchRequest {
  return {
    query,
    page: 0,
    perPage,
    filter: filter === undefined ? null : parseFilter(filter, target.filterFields),
    preferences: [],
    sort: sortField === undefined ? [] : [{ field: sortField, order: 'asc' }],
    grouping: groupField === undefined ? null : groupingOf(target, { field: groupField }),
    typos: true,
    usesMeaning: true,
    constraints: 'ranking',
    highlight: null,
    isExplained: false,
  };
}
