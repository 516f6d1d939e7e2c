import { type PhysicalIndexes } from '../../stores/products/physical-index';
import { filterQuery, type FilterTree } from '../filters';
import { readQueryText, type QueryText } from '../search/query-text';
import { largestScore, rankedQuery } from '../search/ranked-query';
import { type FoundRecord, foundRecord } from '../search/run-search';
import { type SearchTarget } from '../search/search-target';

/** A query that is being typed. */
export interface BegunQuery {
  query: string;
  /** Null: all records. */
  filter: FilterTree | null;
  /** True: words with typos are taken where no record has the words as they are written. */
  typos: boolean;
  /** Column of keys of groups, of each of which the best record is taken; null for all records. */
  groupedBy: string | null;
  /** Record that stays first among equals; null for none. */
  keepsFirst: string | null;
  limit: number;
}

/** Records that a begun query may mean, best first. */
export interface CompletedQuery {
  text: QueryText;
  hits: FoundRecord[];
  /** Milliseconds that the search engine took. */
  engineMs: number;
}

/**
 * Finds the records that have all words of a begun query, the last one as the beginning of a word from its
 * first character on. They have the order of searches, but for the meaning of titles; nothing is counted. A
 * query without words finds nothing.
 */
export async function completeQuery(
  { physicalIndexes }: { physicalIndexes: Pick<PhysicalIndexes, 'search'> },
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
  const completed: CompletedQuery = { text: readBegun(query, false), hits: [], engineMs: 0 };
  for (const text of typos ? [completed.text, readBegun(query, true)] : [completed.text]) {
    const { length } = text.words;
    if (length === 0) break;
    const { hits, took } = await physicalIndexes.search(
      target.physical,
      {
        query: rankedQuery({ ...parts, text }, length),
        sort: [{ _score: { order: 'desc' } }, { id: { order: 'asc' } }],
        size: limit,
        ...(groupedBy === null ? {} : { collapse: { field: groupedBy } }),
        track_scores: true,
        track_total_hits: false,
        allow_partial_search_results: false,
      },
      signal,
    );
    completed.text = text;
    completed.engineMs += took;
    completed.hits = hits.hits.map((hit) =>
      foundRecord(hit, { largest: largestScore(length), members: target.members }, null),
    );
    if (completed.hits.length > 0) break;
  }
  return completed;
}

const readBegun = (query: string, typos: boolean) => readQueryText(query, { typos, prefixCharsMin: 1 });
