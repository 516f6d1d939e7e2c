import { parseRecord } from '../../domain/products/raw-object';
import { everyField } from '../../domain/products/shown-fields';
import { explainHit, type Explanation } from './explain-hit';
import { highlightFields } from './highlight';
import { createLoopPauses } from './loop-pauses';
import { createRecordMatcher, type RecordMatch, shareOf } from './match-record';
import { type FoundRecord, type PageOfHits } from '../search/find-page';
import { type SearchRequest } from '../search/search-request';
import { type SearchTarget } from '../search/search-target';
import { type ResolvedText } from '../search/query-text';
import { type MatchKind } from './match-words';

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
  { text, hits }: { text: ResolvedText } & Pick<PageOfHits, 'hits'>,
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
            similarity: hit.similarity,
            record,
            hidesFields: shown !== everyField,
          })
        : null,
    });
  }
  const cutAt = matches.some(({ isCut }) => isCut) ? share.chars : null;
  return { hits: described, cutAt, ...wordHelp(text, matches) };
}

/** A word of the query, and what it may have meant. */
export interface WordHelp {
  /** The word as it was written. */
  from: string;
  /** A word of a hit, in lower case. */
  to: string;
  kind: 'typo' | 'completion';
}

const completionsMax = 3;

/**
 * Spelling help for the words of a query. It comes from the returned hits alone, so that it knows no more
 * than they show: for a word that no hit has as it is, the form that most hits have.
 */
function wordHelp(
  { text, words }: ResolvedText,
  hits: readonly RecordMatch[],
): { corrections: WordHelp[]; completions: WordHelp[] } {
  const corrections: WordHelp[] = [];
  const completions: WordHelp[] = [];
  for (const [word, { start, end, isPrefix }] of words.entries()) {
    const from = text.slice(start, end).toLowerCase();
    const forms = (...kinds: MatchKind[]) => countForms(hits, word, kinds);
    if (forms('whole', 'joined').length > 0) continue;
    const longer = forms('beginning', 'ending');
    const begun = isPrefix ? forms('beginning') : [];
    completions.push(
      ...begun.slice(0, completionsMax).map((to) => ({ from, to, kind: 'completion' as const })),
    );
    const [to] = longer.length > 0 ? [] : forms('typo');
    if (to !== undefined) corrections.push({ from, to, kind: 'typo' });
  }
  return { corrections, completions };
}

/** Forms of a word in the hits, those of most hits first, then in the order of the alphabet. */
function countForms(hits: readonly RecordMatch[], word: number, kinds: readonly MatchKind[]): string[] {
  const counts = new Map<string, number>();
  for (const { fields } of hits) {
    const forms = new Set<string>();
    for (const { values } of fields)
      for (const { text, matches } of values)
        for (const match of matches)
          if (match.word === word && kinds.includes(match.kind))
            forms.add(text.slice(match.start, match.end).toLowerCase());
    for (const form of forms) counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([form]) => form);
}
