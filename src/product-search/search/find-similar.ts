import { createVectorTexts } from '../build/vector-text';
import { createDocumentWriter } from '../build/document';
import { shownMembers } from '../access/caller-view';
import { type FilterTree } from '../filters';
import { type AskIndex } from '../groups/grouped-hits';
import { type Grouping } from '../groups/grouping';
import { parseRecord } from '../../domain/products/raw-object';
import { tokenFields } from '../../domain/products/token-fields';
import { alikeTitlesCosine } from '../../models';
import { type PhysicalHit, type PhysicalIndexes } from '../../stores/products/physical-index';
import { type WordLists } from '../word-list/word-lists';
import { findHits, type FoundRecord } from './find-page';
import { demandedWords, readQueryText, resolveText } from './query-text';
import { nearestQuery, rankedQuery } from './ranked-query';
import { rankingOrder } from './ranking-order';
import { filtersOf, type SearchTarget } from './search-target';
import { timedRequests } from './timed-requests';
import { type Query } from './word-queries';

/** A record whose like are asked for. */
export interface SimilarRequest {
  id: string;
  /** Records, or groups where they are grouped. */
  limit: number;
  /** Null: all records. */
  filter: FilterTree | null;
  /** Null: records are hits one by one. */
  grouping: Grouping | null;
}

/** What the records were compared by: the vectors of their titles, or the words of the record. */
type ComparedBy = 'meaning' | 'words';

/** Records that are like another one, the most like first. */
export interface FoundSimilar {
  by: ComparedBy;
  hits: FoundRecord[];
  /** Milliseconds that the search engine took. */
  engineMs: number;
}

/** Share of the words of a record that another one has at least. */
const sharedWordsMin = 0.3;

/** Where the bound of a model is unknown, every cosine is near enough: the limit ends the hits. */
const anySimilarity = -1;

/**
 * Finds the records of a build that are like one of them, under the access of the caller: by the stored vectors
 * of the titles, where the caller sees the title and the record has a vector; else by the words of the record
 * that the caller sees, its title if it has one. The record itself is left out, and where hits are grouped, its
 * group.
 *
 * No statistics of the records are used, which would tell of hidden ones.
 *
 * @returns null for a record that the caller does not see, or that the build does not have
 */
export async function findSimilar(
  {
    physicalIndexes,
    wordLists,
  }: { physicalIndexes: Pick<PhysicalIndexes, 'search'>; wordLists: Pick<WordLists, 'of'> },
  target: SearchTarget,
  { id, limit, filter, grouping }: SimilarRequest,
  signal: AbortSignal,
): Promise<FoundSimilar | null> {
  const { ask, engineMs } = timedRequests(physicalIndexes, target, signal);
  const record = await readRecord(ask, target, id, grouping);
  if (record === null) return null;
  const filters = [...filtersOf(target, filter), { bool: { must_not: itself(id, record, grouping) } }];
  const parts = { filters, preferences: [], isExplained: false };
  const search = { ask, parts, grouping, target };
  const page = { from: 0, size: limit, sort: rankingOrder(target.table) };
  const vector = vectorOf(record);
  if (vector !== null) {
    const text = resolveText(readQueryText('', { typos: false }), [], 'written');
    const similarityMin = alikeTitlesCosine(target.vectors!.model) ?? anySimilarity;
    const query = nearestQuery({ text, filters }, { vector, similarityMin });
    const { hits } = await findHits(search, { query, text, isNear: true }, page);
    return { by: 'meaning', hits, engineMs: engineMs() };
  }
  const words = readQueryText(ownText(record, target), { typos: false });
  const demanded = demandedWords(words).length;
  if (demanded === 0) return { by: 'words', hits: [], engineMs: engineMs() };
  const text = resolveText(words, await wordLists.of(target, target.wordsVersion, signal), 'written');
  const query = rankedQuery({ ...parts, text }, Math.ceil(demanded * sharedWordsMin));
  const { hits } = await findHits(search, { query, text, isNear: false }, page);
  return { by: 'words', hits, engineMs: engineMs() };
}

/** The record with its vector and the key of its group; null where the caller does not see it. */
async function readRecord(
  ask: AskIndex,
  { visible, vectors }: Pick<SearchTarget, 'visible' | 'vectors'>,
  id: string,
  grouping: Grouping | null,
): Promise<PhysicalHit | null> {
  const { hits } = await ask({
    size: 1,
    query: { bool: { filter: [{ term: { id } }, ...visible] } },
    ...(vectors === null ? {} : { fields: ['v'] }),
    ...(grouping === null ? {} : { docvalue_fields: [grouping.field] }),
  });
  return hits.hits[0] ?? null;
}

/** Queries for the record, and for the records of its group. */
function itself(id: string, { fields }: PhysicalHit, grouping: Grouping | null): Query[] {
  const key = grouping === null ? undefined : (fields?.[grouping.field] as string[] | undefined)?.[0];
  return [{ term: { id } }, ...(key === undefined ? [] : [{ term: { [grouping!.field]: key } }])];
}

function vectorOf({ fields }: PhysicalHit): Float32Array | null {
  const { v: vector } = (fields ?? {}) as { v?: number[] };
  return vector === undefined ? null : Float32Array.from(vector);
}

/**
 * The title of a record, else all of its texts, those of primary fields first, as far as the caller sees them.
 * A blank ends it, so that the last word is no beginning of others.
 */
function ownText(
  { _id, _source }: PhysicalHit,
  { table, settings, members }: Pick<SearchTarget, 'table' | 'settings' | 'members'>,
): string {
  const text = shownMembers(_source?.r ?? '{}', members);
  const title = createVectorTexts(table)?.(parseRecord(text)) ?? null;
  if (title !== null) return `${title.replaceAll(/["“”„]/gu, ' ')} `;
  const { words } = createDocumentWriter(table, settings)({ recordId: _id!, text });
  const isPrimary = ({ fields }: (typeof words)[number]) => (fields & tokenFields.primary) !== 0;
  const ordered = [...words.filter(isPrimary), ...words.filter((each) => !isPrimary(each))];
  return `${ordered.map((each) => each.text).join(' ')} `;
}
