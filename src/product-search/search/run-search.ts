import { type estypes } from '@elastic/elasticsearch';
import { searchHitsMax } from '../../domain/products/limits';
import { type PhysicalHit, type PhysicalIndexes } from '../../stores/products/physical-index';
import { shownMembers } from '../access/shown-fields';
import { filterQuery } from '../filters';
import { type AskIndex, countFoundGroups, groupedHits, type GroupHit, totalOf } from '../groups/grouped-hits';
import { type Grouping, valueOfGroup } from '../groups/grouping';
import { readConstraints } from '../constraints/query-constraints';
import { type QueryText, readQueryText } from './query-text';
import { largestScore, type Query, rankedPieces, rankedQuery } from './ranked-query';
import { SearchRefused, wrongMember } from './search-refused';
import { type SearchRequest, type SortKey } from './search-request';
import { type SearchTarget } from './search-target';
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

/** Fewer records than these are not enough; a constant, so that all pages of a search agree. */
const enoughRecords = 20;
const optionalShare = 0.6;

/** A way to ask for the words of a query. */
interface WordsStep {
  /** Words that a record must have at least; 0: a word or a constraint. */
  wordsMin: number;
  /** With fewer records than these the next step is asked. */
  enough: number;
}

/**
 * The ways to ask for so many words, in order: all of them, then six in ten, then any, where those find
 * nothing. At least one.
 *
 * @param withConstraints where no record has a word, those that fit a constraint are enough
 */
function wordsSteps(words: number, withConstraints = false): [WordsStep, ...WordsStep[]] {
  const optional = Math.max(1, Math.floor(words * optionalShare));
  const steps: [WordsStep, ...WordsStep[]] = [{ wordsMin: words, enough: enoughRecords }];
  if (optional < words) steps.push({ wordsMin: optional, enough: 1 });
  if (optional > 1) steps.push({ wordsMin: 1, enough: 0 });
  if (withConstraints && words > 0) {
    steps.at(-1)!.enough = 1;
    steps.push({ wordsMin: 0, enough: 0 });
  }
  return steps;
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
   * The vector of a query by the model that made those of a build; null where the model is out of reach or fails.
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
