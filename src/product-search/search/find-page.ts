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
import {
  cosineOfScore,
  largestScoreOf,
  nearestQuery,
  type Nearness,
  type RankedParts,
  rankedQuery,
} from './ranked-query';
import { rankingOrder } from './ranking-order';
import { type SearchTarget } from './search-target';
import { anyOf, type Query } from './word-queries';
import { askByWords, type StepFound, type WordsStep } from './words-steps';

/** Digits of scores and similarities. */
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
  /** Cosine of its title and the query; null for a record that was found by its words. */
  similarity: number | null;
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
   * Groups or records that follow those of `total`, with most of the words, and near in meaning from the first
   * page on that reaches these; null on pages that end before all of them, where they are not counted.
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
  /** Where records that are near in meaning follow those that were found by words; null where none do. */
  nearness: Nearness | null;
  /** Hits have an order beside that of their scores. */
  isSorted: boolean;
  grouping: Grouping | null;
  target: Pick<SearchTarget, 'members' | 'table'>;
}

/** What a query has found, and a page of it. */
interface QueriedHits {
  query: Query;
  records: number;
  hits: FoundRecord[];
}

/** Records that a step has found, and a page of them. */
type FoundHits = QueriedHits & StepFound;

/**
 * Finds the hits of a page by the steps of `askByWords`. A page that reaches beyond the records that come first
 * continues with those that follow them by their words, and then with those that are near in meaning.
 *
 * @param lists tokens of the build that is asked
 */
export async function findPage(
  search: PageSearch,
  query: QueryText,
  lists: readonly WordList[],
): Promise<PageOfHits> {
  const { asked, isSorted, nearness } = search;
  const answer = await askByWords(query, lists, isSorted, (step) => findByWords(search, step, asked));
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
  // Where the page ends with the hits of a step, it has to know whether others follow.
  const isBeyond = (hits: number) => asked.from + asked.size >= hits;
  let partial = 0;
  if (further !== null) {
    const ahead = first === counted ? total : (await countHits(search, first)).total;
    if (!isBeyond(ahead)) return isFull || nearness !== null ? { ...page, partial: null } : page;
    const rest = await findRest(search, first, further, ahead);
    page.hits = [...first.hits, ...rest.hits.map((hit) => ({ ...hit, isPartial: isFull }))];
    if (isFull) partial = (await countHits(search, rest)).total;
  }
  page.partial = partial;
  if (nearness === null) return page;
  const byWords = total + partial;
  if (!isBeyond(byWords)) return partial === 0 ? { ...page, partial: null } : page;
  const steps = further !== null && isFull ? [counted.step, further] : [counted.step];
  const near = await findNear(search, nearness, { steps, hits: byWords, onPage: page.hits.length });
  page.hits = [...page.hits, ...near.hits];
  page.partial = partial + (await countHits(search, near)).total;
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
  { step, hits }: FoundHits,
  further: WordsStep,
  ahead: number,
): Promise<FoundHits> {
  const { parts } = search;
  const before = { steps: [step], hits: ahead, onPage: hits.length };
  const filters = [...parts.filters, await notBefore(search, before)];
  return findByWords({ ...search, parts: { ...parts, filters } }, further, pageBehind(search, before));
}

/** Hits that come before others. */
interface HitsBefore {
  /** Steps that find them. */
  steps: readonly WordsStep[];
  /** Their number on all pages, and on the page that is asked for. */
  hits: number;
  onPage: number;
}

/** Finds the hits that follow those by words on a page: the records near in meaning, the nearest first. */
async function findNear(search: PageSearch, nearness: Nearness, before: HitsBefore): Promise<QueriedHits> {
  const { parts } = search;
  const { text } = before.steps[0]!;
  const filters = [...parts.filters, await notBefore(search, before)];
  const query = nearestQuery({ text, filters }, nearness);
  return findHits(search, { query, text, isNear: true }, pageBehind(search, before));
}

/** Filter of the records that no earlier hit is, and that are in no group of one. */
async function notBefore({ ask, parts, grouping }: PageSearch, { steps, hits }: HitsBefore): Promise<Query> {
  const found = steps.map(({ text, wordsMin }) =>
    rankedQuery({ ...parts, text, vector: null, preferences: [], isExplained: false }, wordsMin),
  );
  const keys = grouping === null || hits === 0 ? [] : await keysOfGroups(ask, grouping, anyOf(found), hits);
  const groups = keys.length === 0 ? [] : [{ terms: { [grouping!.field]: keys } }];
  return { bool: { must_not: [...found, ...groups] } };
}

/** The part of a page that is behind the hits before, in the order of scores. */
function pageBehind({ asked, target }: PageSearch, { hits, onPage }: HitsBefore): AskedPage {
  const from = Math.max(0, asked.from - hits);
  return { from, size: asked.size - onPage, sort: rankingOrder(target.table) };
}

async function findByWords(search: PageSearch, step: WordsStep, asked: AskedPage): Promise<FoundHits> {
  const { text, wordsMin, ranksCodes } = step;
  const query = rankedQuery({ ...search.parts, text }, wordsMin, ranksCodes);
  return { step, ...(await findHits(search, { query, text, isNear: false }, asked)) };
}

/** Finds a page of what a query finds. @param isNear the score is that of a cosine, and no word was asked for */
export async function findHits(
  { ask, grouping, target }: Pick<PageSearch, 'ask' | 'grouping' | 'target'>,
  { query, text, isNear }: { query: Query; text: ResolvedText; isNear: boolean },
  asked: AskedPage,
): Promise<QueriedHits> {
  const kept = {
    largest: largestScoreOf(text),
    members: target.members,
    scorePlace: scorePlaceOf(asked.sort),
    isNear,
  };
  if (grouping === null) {
    const { hits } = await ask({ ...asked, query });
    const records = totalOf(hits.total);
    return { query, records, hits: hits.hits.map((hit) => foundRecord(hit, kept, null)) };
  }
  const { groups, records } = await groupedHits(ask, grouping, query, asked);
  const hits = groups.map((group) => foundRecord(group.best, kept, foundGroup(group, grouping, target)));
  return { query, records, hits };
}

/** The number of groups that were found where hits are grouped, else of records. */
async function countHits(
  { ask, grouping }: PageSearch,
  { query, records }: Pick<QueriedHits, 'query' | 'records'>,
): Promise<{ total: number; isExact: boolean }> {
  return grouping === null ? { total: records, isExact: true } : countFoundGroups(ask, grouping, query);
}

/** What is known of the hits of a request. */
interface KeptFacts extends Pick<SearchTarget, 'members'> {
  /** The largest score that the words of the query can give. */
  largest: number;
  /** Place of the score among the keys of the order. */
  scorePlace: number;
  /** The hits were found by their meaning; default false. */
  isNear?: boolean;
}

function scorePlaceOf(sort: readonly estypes.SortCombinations[]): number {
  return sort.findIndex((key) => typeof key === 'object' && '_score' in key);
}

/** A hit as it was found. */
export function foundRecord(
  { _id, _source, sort = [], matched_queries: parts }: PhysicalHit,
  { largest, members, scorePlace, isNear = false }: KeptFacts,
  group: FoundGroup | null,
): FoundRecord {
  const score = Number(sort[scorePlace]);
  return {
    id: _id!,
    text: shownMembers(_source?.r ?? '{}', members),
    score: Math.min(1, Number((score / largest).toFixed(scoreDigits))),
    parts: new Set(Array.isArray(parts) ? parts : Object.keys(parts ?? {})),
    group,
    isPartial: isNear,
    similarity: isNear ? Number(cosineOfScore(score).toFixed(scoreDigits)) : null,
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
