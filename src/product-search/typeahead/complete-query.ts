import { type PhysicalIndexes } from '../../stores/products/physical-index';
import { filterQuery, type FilterTree } from '../filters';
import { readExclusions } from '../search/exclusions';
import { type FoundRecord, foundRecord } from '../search/find-page';
import {
  demandedWords,
  isFoundAlike,
  readQueryText,
  type ResolvedText,
  resolveText,
} from '../search/query-text';
import { largestScoreOf, rankedQuery } from '../search/ranked-query';
import { rankingOrder } from '../search/ranking-order';
import { type WordLists } from '../word-list/word-lists';
import { type SearchTarget } from '../search/search-target';

/** A query that is being typed. */
export interface BegunQuery {
  query: string;
  /** Null: all records. */
  filter: FilterTree | null;
  /** False: no typos are taken. */
  typos: boolean;
  /** Column of keys of groups, of each of which the best record is taken; null for all records. */
  groupedBy: string | null;
  /** Record that stays first among equals; null for none. */
  keepsFirst: string | null;
  limit: number;
}

/** Records that a begun query may mean, best first. */
export interface CompletedQuery {
  text: ResolvedText;
  hits: FoundRecord[];
  /** Milliseconds that the search engine took. */
  engineMs: number;
}

/**
 * Finds the records that have all words of a begun query as they are written, the last one as the beginning
 * of a word from its first character on; where no record has these, words with typos, joined, split and as
 * parts of longer ones too. They have the order of searches, but for the meaning of titles; nothing is
 * counted. A query without words finds nothing.
 */
export async function completeQuery(
  deps: { physicalIndexes: Pick<PhysicalIndexes, 'search'>; wordLists: Pick<WordLists, 'of'> },
  target: SearchTarget,
  begun: BegunQuery,
  signal: AbortSignal,
): Promise<CompletedQuery> {
  const { query, filter, typos, groupedBy, keepsFirst, limit } = begun;
  const parts = {
    filters: [...target.visible, ...(filter === null ? [] : [filterQuery(filter)])],
    preferences:
      keepsFirst === null ? [] : [{ filter: { term: { id: keepsFirst } }, strength: 'high' as const }],
    isExplained: false,
  };
  const lists = await deps.wordLists.of(target, target.wordsVersion, signal);
  const { text: said, exclusions } = readExclusions(query);
  const read = readQueryText(said, { typos, exclusions, isBegun: true });
  const { length } = demandedWords(read);
  const completed: CompletedQuery = { text: resolveText(read, lists, 'written'), hits: [], engineMs: 0 };
  if (length === 0) return completed;
  for (const level of ['written', 'alike'] as const) {
    const text = level === 'written' ? completed.text : resolveText(read, lists, level);
    if (level === 'alike' && !isFoundAlike(text)) break;
    const { hits, took } = await deps.physicalIndexes.search(
      target.physical,
      {
        query: rankedQuery({ ...parts, text }, length),
        sort: rankingOrder(target.table),
        size: limit,
        ...(groupedBy === null ? {} : { collapse: { field: groupedBy } }),
        track_total_hits: false,
        allow_partial_search_results: false,
      },
      signal,
    );
    completed.text = text;
    completed.engineMs += took;
    completed.hits = hits.hits.map((hit) =>
      foundRecord(hit, { largest: largestScoreOf(text), members: target.members, scorePlace: 0 }, null),
    );
    if (completed.hits.length > 0) break;
  }
  return completed;
}
