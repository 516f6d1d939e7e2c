import { type estypes } from '@elastic/elasticsearch';
import { type PhysicalHit } from '../../stores/products/physical-index';
import { shownMembers } from '../access/caller-view';
import {
  type AskedPage,
  type AskIndex,
  countFoundGroups,
  groupedHits,
  type GroupHit,
  keysOfGroups,
  totalOf,
} from '../groups/grouped-hits';
import { type Grouping, valueOfGroup } from '../groups/grouping';
import { type WordList } from '../word-list/word-list';
import { type QueryText, type ResolvedText } from './query-text';
import { largestScoreOf, type RankedParts, rankedQuery } from './ranked-query';
import { type SearchTarget } from './search-target';
import { type Query } from './word-queries';
import { askByWords, type StepFound, type WordsStep } from './words-steps';

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
  /** It lacks words of the query that the hits before it have, and is not counted among them. */
  isPartial: boolean;
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

/** Hits of a page, and how many there are on all pages. */
export interface PageOfHits {
  /** The query, with its words as the hits were looked for. */
  text: ResolvedText;
  /** Groups, where hits are grouped, else records. */
  total: number;
  isTotalExact: boolean;
  records: number;
  /**
   * Groups or records with most of the words, which follow those with all of them; null on pages that end
   * before them, where they are not counted.
   */
  partial: number | null;
  hits: FoundRecord[];
  /** Words that a record must have at least, 0 for a word or a constraint; null when all are asked for. */
  wordsMin: number | null;
}

/** Parts of a search that decide about its hits, but for its words. */
export interface PageSearch {
  ask: AskIndex;
  parts: Omit<RankedParts, 'text'>;
  asked: AskedPage;
  /** Hits have an order beside that of their scores. */
  isSorted: boolean;
  grouping: Grouping | null;
  target: Pick<SearchTarget, 'members'>;
}

/** Records that a step has found, and a page of them. */
interface FoundHits extends StepFound {
  query: Query;
  hits: FoundRecord[];
}

const byScore: estypes.SortCombinations[] = [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }];

/**
 * Finds the hits of a page by the steps of `askByWords`. A page that reaches beyond the records that come first
 * continues with those that follow them.
 *
 * @param lists tokens of the build that is asked
 */
export async function findPage(
  search: PageSearch,
  query: QueryText,
  lists: readonly WordList[],
): Promise<PageOfHits> {
  const { asked, isSorted } = search;
  const answer = await askByWords(query, lists, isSorted, (step) => findHits(search, step, asked));
  const { counted, first, further, isFull } = answer;
  const { total, isExact } = await countHits(search, counted);
  const page: PageOfHits = {
    text: counted.step.text,
    total,
    isTotalExact: isExact,
    records: counted.records,
    partial: 0,
    hits: first.hits,
    wordsMin: isFull ? null : counted.step.wordsMin,
  };
  if (further === null) return page;
  const ahead = first === counted ? total : (await countHits(search, first)).total;
  // Where the page ends with them, it has to know whether others follow.
  if (asked.from + asked.size < ahead) return isFull ? { ...page, partial: null } : page;
  const rest = await findRest(search, first, further, ahead);
  page.hits = [...first.hits, ...rest.hits.map((hit) => ({ ...hit, isPartial: isFull }))];
  if (isFull) page.partial = (await countHits(search, rest)).total;
  return page;
}

/**
 * Finds the hits that follow those of a step on a page: of the records of a further step those that the first
 * one does not find, in the order of their scores. A group that has a record before them is not repeated.
 *
 * @param ahead hits of the first step on all pages
 */
async function findRest(
  search: PageSearch,
  { step: { text, wordsMin }, hits }: FoundHits,
  further: WordsStep,
  ahead: number,
): Promise<FoundHits> {
  const { ask, asked, parts, grouping } = search;
  const found = rankedQuery({ ...parts, text, vector: null, preferences: [], isExplained: false }, wordsMin);
  const keys = grouping === null ? [] : await keysOfGroups(ask, grouping, found, ahead);
  const before = keys.length === 0 ? [found] : [found, { terms: { [grouping!.field]: keys } }];
  const filters = [...parts.filters, { bool: { must_not: before } }];
  const page = { from: Math.max(0, asked.from - ahead), size: asked.size - hits.length, sort: byScore };
  return findHits({ ...search, parts: { ...parts, filters } }, further, page);
}

async function findHits(
  { ask, parts, grouping, target }: PageSearch,
  step: WordsStep,
  asked: AskedPage,
): Promise<FoundHits> {
  const { text, wordsMin, ranksCodes } = step;
  const kept = {
    largest: largestScoreOf(text),
    members: target.members,
    scorePlace: scorePlaceOf(asked.sort),
  };
  const query = rankedQuery({ ...parts, text }, wordsMin, ranksCodes);
  if (grouping === null) {
    const { hits } = await ask({ ...asked, query });
    return {
      step,
      query,
      records: totalOf(hits.total),
      hits: hits.hits.map((hit) => foundRecord(hit, kept, null)),
    };
  }
  const { groups, records } = await groupedHits(ask, grouping, query, asked);
  const hits = groups.map((group) => foundRecord(group.best, kept, foundGroup(group, grouping, target)));
  return { step, query, records, hits };
}

/** The number of groups that were found where hits are grouped, else of records. */
async function countHits(
  { ask, grouping }: PageSearch,
  { query, records }: FoundHits,
): Promise<{ total: number; isExact: boolean }> {
  return grouping === null ? { total: records, isExact: true } : countFoundGroups(ask, grouping, query);
}

/** What is known of the hits of a request. */
interface KeptFacts extends Pick<SearchTarget, 'members'> {
  /** The largest score that the words of the query can give. */
  largest: number;
  /** Place of the score among the keys of the order. */
  scorePlace: number;
}

function scorePlaceOf(sort: readonly estypes.SortCombinations[]): number {
  return sort.findIndex((key) => typeof key === 'object' && '_score' in key);
}

/** A hit as it was found. */
export function foundRecord(
  { _id, _source, sort = [], matched_queries: parts }: PhysicalHit,
  { largest, members, scorePlace }: KeptFacts,
  group: FoundGroup | null,
): FoundRecord {
  return {
    id: _id!,
    text: shownMembers(_source?.r ?? '{}', members),
    score: Math.min(1, Number((Number(sort[scorePlace]) / largest).toFixed(scoreDigits))),
    parts: new Set(Array.isArray(parts) ? parts : Object.keys(parts ?? {})),
    group,
    isPartial: false,
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
