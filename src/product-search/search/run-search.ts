import { searchHitsMax } from '../../domain/products/limits';
import { type PhysicalHit, type PhysicalIndexes } from '../../stores/products/physical-index';
import { shownMembers } from '../access/shown-members';
import { filterQuery } from '../filters';
import { countFoundGroups } from '../groups/count-found-groups';
import { type AskIndex, groupedHits, type GroupHit, totalOf } from '../groups/grouped-hits';
import { type Grouping, valueOfGroup } from '../groups/grouping';
import { type QueryVectors } from './query-vector';
import { readConstraints } from '../constraints/query-constraints';
import { readQueryText, type QueryText } from './query-text';
import { rankedPieces, rankedQuery } from './ranked-query';
import { largestScore } from './ranking-weights';
import { SearchRefused } from './search-refused';
import { type SearchRequest } from './search-request';
import { type SearchTarget } from './search-target';
import { sortOrder } from './sort-order';
import { wordsSteps } from './words-steps';
import { type Query } from './word-query';

const scoreDigits = 4;

/** A hit, as it was found. */
export interface FoundRecord {
  id: string;
  /** JSON text of the record, as it was sent, as far as it is shown. */
  text: string;
  /** 0 to 1, of the largest score that the words of the query can give. */
  score: number;
  /** Parts of the query by which it was found, of explained searches. */
  parts: ReadonlySet<string>;
  /** Its group; null where hits are not grouped. */
  group: FoundGroup | null;
}

/** The group of a hit. */
export interface FoundGroup {
  /** Value that the records of the group share; null for a record without one. */
  value: string | null;
  /** Records of the group that the search finds. */
  total: number;
  /** Further hits of the group. */
  others: { id: string; text: string }[];
}

/** Page of a search, with its totals. */
export interface FoundPage {
  text: QueryText;
  /** Groups, where hits are grouped, else records. */
  total: number;
  isTotalExact: boolean;
  records: number;
  hits: FoundRecord[];
  /** Query that found them: facets count its documents. */
  query: Query;
  /** Words that a record must have at least, 0 for a word or a constraint; null when all are asked for. */
  wordsMin: number | null;
  /** The model of the build's vectors did not answer: equals are in the order of their ids. */
  lacksMeaning: boolean;
  /** Milliseconds that the search engine took. */
  engineMs: number;
}

export interface SearchDeps {
  physicalIndexes: Pick<PhysicalIndexes, 'search'>;
  queryVectors: QueryVectors;
}

/**
 * Searches one build: first for all words, and for some of them where that finds too little.
 *
 * @throws SearchRefused `PAGE_TOO_DEEP`, `VALIDATION_ERROR`; and what the search engine fails with
 */
export async function runSearch(
  { physicalIndexes, queryVectors }: SearchDeps,
  target: SearchTarget,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<FoundPage> {
  const { page, perPage, grouping, isExplained } = request;
  if ((page + 1) * perPage > searchHitsMax) throw tooDeep();
  const { query, typos } = request;
  const constraints = readConstraints(query, target.table, request.constraints);
  const text = readQueryText(query, { typos, constraints });
  const shared = {
    track_total_hits: true,
    track_scores: true,
    allow_partial_search_results: false,
    ...(target.isDeterministic ? { preference: target.buildId.toLowerCase() } : {}),
  };
  const found: FoundPage = {
    text,
    total: 0,
    isTotalExact: true,
    records: 0,
    hits: [],
    query: { match_all: {} },
    wordsMin: null,
    lacksMeaning: false,
    engineMs: 0,
  };
  const ask: AskIndex = async (body) => {
    const answer = await physicalIndexes.search(target.physical, { ...shared, ...body }, signal);
    found.engineMs += answer.took;
    return answer;
  };
  const asked = { from: page * perPage, size: perPage, sort: sortOrder(request.sort, target.table) };
  const filters = [...target.visible, ...(request.filter === null ? [] : [filterQuery(request.filter)])];
  const preferences = request.preferences.map(({ filter, strength }) => ({
    filter: filterQuery(filter),
    strength,
  }));
  const kept = { largest: largestScore(rankedPieces(text)), members: target.members };
  const vector = await vectorOf(queryVectors, target, text, signal);
  found.lacksMeaning = vector === null && target.vectors !== null && text.words.length > 0;
  for (const { wordsMin, enough } of wordsSteps(text.words.length, text.constraints.length > 0)) {
    found.query = rankedQuery({ text, filters, preferences, vector, isExplained }, wordsMin);
    found.wordsMin = wordsMin < text.words.length ? wordsMin : null;
    if (grouping === null) {
      const { hits } = await ask({ ...asked, query: found.query });
      found.records = totalOf(hits.total);
      found.hits = hits.hits.map((hit) => foundRecord(hit, kept, null));
    } else {
      const { groups, records } = await groupedHits(ask, grouping, found.query, asked);
      found.records = records;
      found.hits = groups.map((group) => foundRecord(group.best, kept, foundGroup(group, grouping, target)));
    }
    if (found.records >= enough) break;
  }
  if (grouping === null) return { ...found, total: found.records };
  const { total, isExact } = await countFoundGroups(ask, grouping, found.query);
  return { ...found, total, isTotalExact: isExact };
}

/** The vector of a query; null where the build has none. */
async function vectorOf(
  queryVectors: QueryVectors,
  { vectors, organizationId }: SearchTarget,
  { text, words }: QueryText,
  signal: AbortSignal,
): Promise<Float32Array | null> {
  if (vectors === null || words.length === 0) return null;
  return queryVectors.of(vectors, organizationId, text, signal);
}

/** A hit as it was found. @param kept.largest score that the words of the query can give */
export function foundRecord(
  { _id, _source, _score, matched_queries: parts }: PhysicalHit,
  { largest, members }: { largest: number } & Pick<SearchTarget, 'members'>,
  group: FoundGroup | null,
): FoundRecord {
  return {
    id: _id!,
    text: shownMembers(_source?.r ?? '{}', members),
    score: Math.min(1, Number(((_score ?? 0) / largest).toFixed(scoreDigits))),
    parts: new Set(Array.isArray(parts) ? parts : Object.keys(parts ?? {})),
    group,
  };
}

function foundGroup(
  { best, key, members, total }: GroupHit,
  grouping: Grouping,
  target: Pick<SearchTarget, 'members'>,
): FoundGroup {
  return {
    value: valueOfGroup(grouping, key),
    total,
    others: members
      .filter(({ _id }) => _id !== best._id)
      .map(({ _id, _source }) => ({ id: _id!, text: shownMembers(_source?.r ?? '{}', target.members) })),
  };
}

function tooDeep(): SearchRefused {
  const message = `Pages reach ${searchHitsMax} hits.`;
  const details = [{ path: 'page', code: 'page_too_deep', message, max_hits: searchHitsMax, use: 'browse' }];
  return new SearchRefused('PAGE_TOO_DEEP', message, { details });
}
