import { type QueryText } from '../search/query-text';
import { type RecordMatch } from './match-record';
import { type MatchKind } from './match-words';

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
 * Spelling help for the words of a query. It comes from the returned hits alone, so that it knows no more than
 * they show: for a word that no hit has as it is, the form that most hits have.
 */
export function wordHelp(
  { text, words }: QueryText,
  hits: readonly RecordMatch[],
): { corrections: WordHelp[]; completions: WordHelp[] } {
  const corrections: WordHelp[] = [];
  const completions: WordHelp[] = [];
  for (const [word, { start, end }] of words.entries()) {
    const from = text.slice(start, end).toLowerCase();
    const forms = (...kinds: MatchKind[]) => countForms(hits, word, kinds);
    if (forms('whole', 'joined').length > 0) continue;
    const begun = forms('beginning');
    completions.push(
      ...begun.slice(0, completionsMax).map((to) => ({ from, to, kind: 'completion' as const })),
    );
    const [to] = begun.length > 0 ? [] : forms('typo');
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
