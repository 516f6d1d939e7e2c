import type { PiiSpan } from 'personal-data';
import type { LabelledSentence } from './labelled-sentences';

/** Tokens that were found rightly, found wrongly, and missed. */
export interface Counts {
  right: number;
  wrong: number;
  missed: number;
}

/** Counts by tag, and over all tags: with the exact tag, and with any. */
export interface TokenScores {
  byTag: Map<string, Counts>;
  exact: Counts;
  any: Counts;
}

const word = /[\p{L}\p{N}]+/gu;

/** Scores spans by words: letters and digits, split at blanks and punctuation. */
export function scoreTokens(
  sentences: readonly LabelledSentence[],
  found: readonly (readonly PiiSpan[])[],
): TokenScores {
  const scores: TokenScores = { byTag: new Map(), exact: none(), any: none() };
  const of = (tag: string): Counts => {
    const counts = scores.byTag.get(tag) ?? none();
    scores.byTag.set(tag, counts);
    return counts;
  };
  for (const [index, { text, spans }] of sentences.entries())
    for (const { 0: token, index: start } of text.matchAll(word)) {
      const end = start + token.length;
      const meant = spans.find((span) => span.start < end && span.end > start);
      if (meant?.tag === null) continue;
      const guess = found[index]!.find((span) => span.start < end && span.end > start)?.tag;
      count(scores.any, meant === undefined ? undefined : 'any', guess === undefined ? undefined : 'any');
      count(scores.exact, meant?.tag, guess);
      if (meant !== undefined) {
        if (guess === meant.tag) of(meant.tag).right++;
        else of(meant.tag).missed++;
      }
      if (guess !== undefined && guess !== meant?.tag) of(guess).wrong++;
    }
  return scores;
}

function none(): Counts {
  return { right: 0, wrong: 0, missed: 0 };
}

function count(counts: Counts, meant: string | undefined, guess: string | undefined): void {
  if (guess !== undefined && guess === meant) {
    counts.right++;
    return;
  }
  if (guess !== undefined) counts.wrong++;
  if (meant !== undefined) counts.missed++;
}

/** Share of what was found that is right; undefined where nothing was found. */
export const precision = ({ right, wrong }: Counts): number | undefined =>
  right + wrong === 0 ? undefined : right / (right + wrong);

/** Share of what is there that was found; undefined where nothing is there. */
export const recall = ({ right, missed }: Counts): number | undefined =>
  right + missed === 0 ? undefined : right / (right + missed);

/** F-measure that weighs recall twice as much as precision. */
export function f2(counts: Counts): number | undefined {
  const p = precision(counts);
  const r = recall(counts);
  return p === undefined || r === undefined || p + r === 0 ? undefined : (5 * p * r) / (4 * p + r);
}
