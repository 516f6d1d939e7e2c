import { wordHelp, type WordHelp } from '../matches/corrections';
import { explainHit, type Explanation } from '../matches/explain-hit';
import { highlightFields } from '../matches/highlight';
import { createRecordMatcher } from '../matches/match-record';
import { type FoundPage, type FoundRecord } from './run-search';
import { type SearchRequest } from './search-request';
import { type SearchTarget } from './search-target';

/** A hit, with what is said about it. */
export interface DescribedHit extends FoundRecord {
  matched: { fields: string[]; identifier: boolean; typos: number };
  /** Found fields with tags around found words; null where highlights are not wanted. */
  highlight: Record<string, string | string[]> | null;
  /** Null where searches are not explained. */
  explanation: Explanation | null;
}

/** The hits of a page, and the spelling help that follows from them. */
export interface DescribedPage {
  hits: DescribedHit[];
  corrections: WordHelp[];
  completions: WordHelp[];
}

/** Tells by what the hits of a page were found. All of it is read from the hits themselves. */
export function describeHits(
  { table }: Pick<SearchTarget, 'table'>,
  { highlight, preferences, isExplained }: Pick<SearchRequest, 'highlight' | 'preferences' | 'isExplained'>,
  { text, hits }: Pick<FoundPage, 'text' | 'hits'>,
): DescribedPage {
  const matchRecord = createRecordMatcher(table, text);
  const records = hits.map((hit) => JSON.parse(hit.text) as object);
  const matches = records.map(matchRecord);
  return {
    hits: hits.map((hit, place) => {
      const match = matches[place]!;
      const { fields, isIdentifier: identifier, typos } = match;
      return {
        ...hit,
        matched: { fields: fields.map(({ name }) => name), identifier, typos },
        highlight: highlight === null ? null : highlightFields(fields, highlight),
        explanation: isExplained
          ? explainHit(text, preferences, match, { parts: hit.parts, record: records[place]! })
          : null,
      };
    }),
    ...wordHelp(text, matches),
  };
}
