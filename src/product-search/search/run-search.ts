import { type estypes } from '@elastic/elasticsearch';
import { searchHitsMax } from '../../domain/products/limits';
import { type PhysicalIndexes } from '../../stores/products/physical-index';
import { filterQuery } from '../filters';
import { readConstraints } from '../constraints/query-constraints';
import { readExclusions } from './exclusions';
import { findPage, type PageOfHits } from './find-page';
import { demandedWords, type QueryText, readQueryText } from './query-text';
import { type Nearness, type RankedParts } from './ranked-query';
import { rankingOrder } from './ranking-order';
import { SearchRefused, wrongMember } from './search-refused';
import { type SearchRequest, type SortKey } from './search-request';
import { filtersOf, type SearchTarget } from './search-target';
import { timedRequests } from './timed-requests';
import { type WordLists } from '../word-list/word-lists';
import { type FieldTable } from '../../domain/products/field-table';
import { fieldName } from '../schema/declared-fields';
import { type EmbeddingSpace } from '../../domain/platform/embedding-space';
import { createQueryEmbeddings, nearTitleCosine, type QueryEmbedders } from '../../models';

/** Page of a search, with its totals. */
export interface FoundPage extends PageOfHits {
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
 * Searches one build: takes what the query excludes out of it, reads its amounts and words, and finds a page of
 * the records that have them.
 *
 * @throws SearchRefused `PAGE_TOO_DEEP`, `VALIDATION_ERROR`; and what the search engine fails with
 */
export async function runSearch(
  { physicalIndexes, queryVectors, wordLists }: SearchDeps,
  target: SearchTarget,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<FoundPage> {
  const { typos, page, perPage, grouping } = request;
  if ((page + 1) * perPage > searchHitsMax) throw tooDeep();
  const { text: said, exclusions } = readExclusions(request.query);
  const constraints = readConstraints(said, target.table, request.constraints);
  const text = readQueryText(said, { typos, constraints, exclusions });
  const asked = { from: page * perPage, size: perPage, sort: sortOrder(request.sort, target.table) };
  const [lists, meaning] = await Promise.all([
    wordLists.of(target, target.wordsVersion, signal),
    request.usesMeaning ? meaningOf(queryVectors, target, text, signal) : null,
  ]);
  const { ask, engineMs } = timedRequests(physicalIndexes, target, signal);
  const parts = { ...narrowingParts(request, target), vector: meaning?.vector ?? null };
  const nearness = nearnessOf(text, meaning);
  const search = { ask, parts, nearness, asked, isSorted: request.sort.length > 0, grouping, target };
  const found = await findPage(search, text, lists);
  return {
    ...found,
    lacksMeaning: request.usesMeaning && meaning === null && target.vectors !== null && text.words.length > 0,
    engineMs: engineMs(),
  };
}

/** Filters that every hit passes, those of the access of the caller included, and preferences. */
function narrowingParts(
  { filter, preferences, isExplained }: SearchRequest,
  target: SearchTarget,
): Pick<RankedParts, 'filters' | 'preferences' | 'isExplained'> {
  return {
    filters: filtersOf(target, filter),
    preferences: preferences.map((each) => ({ filter: filterQuery(each.filter), strength: each.strength })),
    isExplained,
  };
}

/** The meaning of a query; null where the build has no vectors. */
async function meaningOf(
  queryVectors: QueryVectors,
  { vectors, organizationId }: SearchTarget,
  { text, words }: QueryText,
  signal: AbortSignal,
): Promise<QueryMeaning | null> {
  if (vectors === null || words.length === 0) return null;
  return queryVectors.of(vectors, organizationId, text.replaceAll(/\s+/g, ' ').trim(), signal);
}

/** Words whose meaning a model may know; codes, sizes and abbreviations have none. */
const tellingWord = /^(?:\p{L}{3,}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+)$/u;

/** Where records near in meaning follow; null where the query has no meaning that could be compared. */
function nearnessOf(text: QueryText, meaning: QueryMeaning | null): Nearness | null {
  if (meaning === null) return null;
  const { vector, similarityMin } = meaning;
  const isTelling = demandedWords(text).some(({ token }) => tellingWord.test(token));
  return similarityMin === null || !isTelling ? null : { vector, similarityMin };
}

function tooDeep(): SearchRefused {
  const message = `Pages reach ${searchHitsMax} hits.`;
  const details = [{ path: 'page', code: 'page_too_deep', message, max_hits: searchHitsMax, use: 'browse' }];
  return new SearchRefused('PAGE_TOO_DEEP', message, { details });
}

/** Beyond every date that a column holds, by one millisecond. */
const beyondDates = 8_640_000_000_000_001;

/**
 * The order of hits: the wanted keys, then that of the ranking.
 *
 * @throws SearchRefused `VALIDATION_ERROR` for a field that cannot be sorted by
 */
function sortOrder(
  keys: readonly SortKey[],
  table: Pick<FieldTable, 'fields' | 'primary'>,
): estypes.SortCombinations[] {
  return [...sortColumns(keys, table), ...rankingOrder(table)];
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

/** A query by the model of a build's vectors. */
export interface QueryMeaning {
  vector: Float32Array;
  /** Least cosine of the query and a title that is near to it; null where it is unknown for the model. */
  similarityMin: number | null;
}

/** Vectors of queries; see {@link createQueryVectors}. */
export interface QueryVectors {
  /**
   * The meaning of a query by the model that made the vectors of a build; null where the model is out of reach
   * or fails.
   *
   * @throws the signal's reason once it is aborted
   */
  of(
    space: EmbeddingSpace,
    organizationId: string,
    text: string,
    signal: AbortSignal,
  ): Promise<QueryMeaning | null>;
}

/**
 * Creates vectors of queries, kept for queries that come again.
 *
 * @param similarityMin least cosine of near titles for any model; null for the measured ones
 */
export function createQueryVectors(embedders: QueryEmbedders, similarityMin: number | null): QueryVectors {
  const embeddings = createQueryEmbeddings();
  return {
    async of(space, organizationId, text, signal) {
      const embedder = embedders.of(space);
      if (embedder === null) return null;
      try {
        const vector = await embeddings.vectorOf({ embedder, organizationId, text }, signal);
        return { vector, similarityMin: similarityMin ?? nearTitleCosine(embedder, text) };
      } catch {
        signal.throwIfAborted();
        return null;
      }
    },
  };
}
