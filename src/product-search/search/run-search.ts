import { type estypes } from '@elastic/elasticsearch';
import { searchHitsMax } from '../../domain/products/limits';
import { type PhysicalHit, type PhysicalIndexes } from '../../stores/products/physical-index';
import { shownMembers } from '../access/caller-view';
import { filterQuery } from '../filters';
import {
  type AskedPage,
  type AskIndex,
  countFoundGroups,
  groupedHits,
  type GroupHit,
  totalOf,
} from '../groups/grouped-hits';
import { type Grouping, valueOfGroup } from '../groups/grouping';
import { readConstraints } from '../constraints/query-constraints';
import { type QueryText, readQueryText } from './query-text';
import { type RankedParts, rankedPieces, rankedQuery } from './ranked-query';
import { type ResolvedText } from './resolved-text';
import { SearchRefused, wrongMember } from './search-refused';
import { type SearchRequest, type SortKey } from './search-request';
import { type SearchTarget } from './search-target';
import { largestScore } from './weights';
import { type Query } from './word-queries';
import { askByWords } from './words-steps';
import { type WordLists } from '../word-list/word-lists';
import { type FieldTable } from '../../domain/products/field-table';
import { fieldName } from '../schema/declared-fields';
import { type EmbeddingSpace } from '../../domain/platform/embedding-space';
import { createQueryEmbeddings, type QueryEmbedders } from '../../models';

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
  /** The query, with its words as the hits were looked for. */
  text: ResolvedText;
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

interface SearchDeps {
  physicalIndexes: Pick<PhysicalIndexes, 'search'>;
  queryVectors: QueryVectors;
  wordLists: Pick<WordLists, 'of'>;
}

/**
 * Searches one build: reads amounts and words of the query, resolves the words to tokens of the records, asks
 * for records that have them by the steps of `askByWords`, and counts what was found.
 *
 * @throws SearchRefused `PAGE_TOO_DEEP`, `VALIDATION_ERROR`; and what the search engine fails with
 */
export async function runSearch(
  { physicalIndexes, queryVectors, wordLists }: SearchDeps,
  target: SearchTarget,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<FoundPage> {
  const { query, typos, page, perPage, grouping } = request;
  if ((page + 1) * perPage > searchHitsMax) throw tooDeep();
  const constraints = readConstraints(query, target.table, request.constraints);
  const text = readQueryText(query, { typos, constraints });
  const asked = { from: page * perPage, size: perPage, sort: sortOrder(request.sort, target.table) };
  const parts = narrowingParts(request, target);
  const [lists, vector] = await Promise.all([
    wordLists.of(target, target.wordsVersion, signal),
    vectorOf(queryVectors, target, text, signal),
  ]);
  let engineMs = 0;
  const ask: AskIndex = async (body) => {
    const answer = await physicalIndexes.search(target.physical, { ...sharedBody(target), ...body }, signal);
    engineMs += answer.took;
    return answer;
  };
  const found = await askByWords(text, lists, (step) =>
    findHits(ask, { ...parts, vector, text: step.text }, step.wordsMin, { asked, grouping, target }),
  );
  const groups = grouping === null ? null : await countFoundGroups(ask, grouping, found.query);
  return {
    ...found,
    total: groups?.total ?? found.records,
    isTotalExact: groups?.isExact ?? true,
    lacksMeaning: vector === null && target.vectors !== null && text.words.length > 0,
    engineMs,
  };
}

/** Filters that every hit passes, those of the access of the caller included, and preferences. */
function narrowingParts(
  { filter, preferences, isExplained }: SearchRequest,
  { visible }: SearchTarget,
): Pick<RankedParts, 'filters' | 'preferences' | 'isExplained'> {
  return {
    filters: [...visible, ...(filter === null ? [] : [filterQuery(filter)])],
    preferences: preferences.map((each) => ({ filter: filterQuery(each.filter), strength: each.strength })),
    isExplained,
  };
}

/**
 * Members of all requests of a search. Those of a deterministic build are answered by the same copy of it.
 */
function sharedBody({ isDeterministic, buildId }: SearchTarget) {
  return {
    track_total_hits: true,
    track_scores: true,
    allow_partial_search_results: false,
    ...(isDeterministic ? { preference: buildId.toLowerCase() } : {}),
  };
}

/** What a step of a search has found. */
type FoundHits = Pick<FoundPage, 'hits' | 'records' | 'query' | 'text' | 'wordsMin'>;

async function findHits(
  ask: AskIndex,
  parts: RankedParts,
  wordsMin: number,
  { asked, grouping, target }: { asked: AskedPage; grouping: Grouping | null; target: SearchTarget },
): Promise<FoundHits> {
  const { text } = parts;
  const kept = { largest: largestScore(rankedPieces(text)), members: target.members };
  const query = rankedQuery(parts, wordsMin);
  const step = { text, query, wordsMin: wordsMin < text.words.length ? wordsMin : null };
  if (grouping === null) {
    const { hits } = await ask({ ...asked, query });
    return {
      ...step,
      records: totalOf(hits.total),
      hits: hits.hits.map((hit) => foundRecord(hit, kept, null)),
    };
  }
  const { groups, records } = await groupedHits(ask, grouping, query, asked);
  const hits = groups.map((group) => foundRecord(group.best, kept, foundGroup(group, grouping, target)));
  return { ...step, records, hits };
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

/** Beyond every date that a column holds, by one millisecond. */
const beyondDates = 8_640_000_000_000_001;

/**
 * The order of hits: the wanted keys, then the score, then the id, so that no two hits are equal.
 *
 * @throws SearchRefused `VALIDATION_ERROR` for a field that cannot be sorted by
 */
function sortOrder(keys: readonly SortKey[], table: Pick<FieldTable, 'fields'>): estypes.SortCombinations[] {
  return [...sortColumns(keys, table), { _score: { order: 'desc' } }, { id: { order: 'asc' } }];
}

/**
 * The wanted keys of an order. Records without a value come last, by a value that JSON can hold, as places of
 * records need it. A record with several values counts by the least, or by the greatest in descending order.
 *
 * @throws SearchRefused `VALIDATION_ERROR` for a field that cannot be sorted by
 */
export function sortColumns(
  keys: readonly SortKey[],
  { fields }: Pick<FieldTable, 'fields'>,
): estypes.SortCombinations[] {
  return keys.map(({ field, order }, place) => {
    const row = fields.find(({ path, sortable }) => sortable && fieldName(path) === field);
    if (row?.column == null)
      throw wrongMember(`sort.${place}.field`, `The field ${field} cannot be sorted by.`);
    const beyond = row.type === 'date' ? beyondDates : Number.MAX_VALUE;
    const isAscending = order === 'asc';
    const missing = isAscending ? beyond : -beyond;
    return { [row.column]: { order, missing, mode: isAscending ? 'min' : 'max' } as const };
  });
}

/** Vectors of queries; see {@link createQueryVectors}. */
export interface QueryVectors {
  /**
   * The vector of a query by the model that made those of a build; null where the model is out of reach or
   * fails.
   *
   * @throws the signal's reason once it is aborted
   */
  of(
    space: EmbeddingSpace,
    organizationId: string,
    text: string,
    signal: AbortSignal,
  ): Promise<Float32Array | null>;
}

/** Creates vectors of queries, kept for queries that come again. */
export function createQueryVectors(embedders: QueryEmbedders): QueryVectors {
  const embeddings = createQueryEmbeddings();
  return {
    async of(space, organizationId, text, signal) {
      const embedder = embedders.of(space);
      if (embedder === null) return null;
      return embeddings.vectorOf({ embedder, organizationId, text }, signal).catch(() => {
        signal.throwIfAborted();
        return null;
      });
    },
  };
}
