import { parseRecord } from '../../../src/domain/products/raw-object';
import { queryCharsMax } from '../../../src/domain/products/limits';
import {
  demandedWords,
  plainText,
  rankedQuery,
  readQueryText,
  resolveText,
} from '../../../src/product-search';
import { type ActivityDeps } from '../../deps';
import { type BuildLease, tableOfLease } from './build-lease';

const sampledTitles = 200;
const sampleSeed = 1;
const hitsMax = 10;
const searchesAtOnceMax = 4;

type TitleDeps = Pick<ActivityDeps, 'physicalIndexes'>;

/** Figures of searches for the titles of records. */
export interface TitleFigures {
  /** Share of the titles whose search has a record with this title among the first 10 hits. */
  foundShare: number;
  /** Median time of a search, in whole milliseconds. */
  medianMs: number;
}

/**
 * Searches sampled records by their titles, a few at a time.
 *
 * @returns null when none of them has a title
 */
export async function searchSampledTitles(deps: TitleDeps, lease: BuildLease): Promise<TitleFigures | null> {
  const { primary } = tableOfLease(lease);
  const { physical } = lease.build;
  if (primary === null) return null;
  const titles = await sampleTitles(deps, physical, primary);
  if (titles.length === 0) return null;
  let found = 0;
  const times: number[] = [];
  const waiting = titles.values();

  async function searchOn(): Promise<void> {
    // The lanes share one iterator.
    for (const title of waiting) {
      const begun = performance.now();
      const { hits } = await deps.physicalIndexes.search(physical, {
        size: hitsMax,
        query: titleQuery(title),
        sort: [{ _score: { order: 'desc' } }, { id: 'asc' }],
      });
      times.push(performance.now() - begun);
      if (hits.hits.some(({ _source }) => titleOf(_source?.r ?? '{}', primary!) === title)) found++;
    }
  }

  await Promise.all(Array.from({ length: searchesAtOnceMax }, searchOn));
  const medianMs = Math.round(times.sort((a, b) => a - b)[times.length >> 1]!);
  return { foundShare: found / titles.length, medianMs };
}

/**
 * Query for the records with all words of a title, without its markup and within the limits of callers'
 * queries.
 */
function titleQuery(title: string) {
  const query = readQueryText(plainText(title).slice(0, queryCharsMax), { typos: false });
  // Words that no list has are looked for as they are written.
  const text = resolveText(query, [], 'written');
  return rankedQuery({ text, filters: [], preferences: [], isExplained: false }, demandedWords(text).length);
}

/** Titles of a random sample of records, by a fixed seed, in one pass of the search engine. */
async function sampleTitles(
  { physicalIndexes }: TitleDeps,
  physical: string,
  primary: readonly string[],
): Promise<string[]> {
  const { hits } = await physicalIndexes.search(physical, {
    size: sampledTitles,
    query: { function_score: { functions: [{ random_score: { seed: sampleSeed, field: '_seq_no' } }] } },
  });
  return hits.hits.flatMap(({ _source }) => titleOf(_source?.r ?? '{}', primary) ?? []);
}

function titleOf(text: string, path: readonly string[]): string | null {
  let value: unknown = parseRecord(text);
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
