import { parseRecord } from '../../domain/products/raw-object';
import { everyField } from '../../domain/products/shown-fields';
import { wordHelp, type WordHelp } from '../matches/corrections';
import { explainHit, type Explanation } from '../matches/explain-hit';
import { highlightFields } from '../matches/highlight';
import { createLoopPauses } from '../matches/loop-pauses';
import { createRecordMatcher, type RecordMatch, shareOf } from '../matches/match-record';
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
  /** Characters of each hit that were looked at, where hits have more; else null. */
  cutAt: number | null;
}

/**
 * Tells by what the hits of a page were found. All of it is read from the hits themselves. Other work of the
 * process continues between them.
 */
export async function describeHits(
  { table, shown }: Pick<SearchTarget, 'table' | 'shown'>,
  { highlight, preferences, isExplained }: Pick<SearchRequest, 'highlight' | 'preferences' | 'isExplained'>,
  { text, hits }: Pick<FoundPage, 'text' | 'hits'>,
): Promise<DescribedPage> {
  const share = shareOf(hits.length);
  const matchRecord = createRecordMatcher(table, text, share);
  const pauses = createLoopPauses();
  const matches: RecordMatch[] = [];
  const described: DescribedHit[] = [];
  for (const hit of hits) {
    if (pauses.isDue()) await pauses.take();
    const record = parseRecord(hit.text);
    const match = matchRecord(record);
    const { fields, isIdentifier: identifier, typos } = match;
    matches.push(match);
    described.push({
      ...hit,
      matched: { fields: fields.map(({ name }) => name), identifier, typos },
      highlight: highlight === null ? null : highlightFields(fields, highlight),
      explanation: isExplained
        ? explainHit(text, preferences, match, {
            parts: hit.parts,
            record,
            hidesFields: shown !== everyField,
          })
        : null,
    });
  }
  const cutAt = matches.some(({ isCut }) => isCut) ? share.chars : null;
  return { hits: described, cutAt, ...wordHelp(text, matches) };
}
