import { type TextSpan } from '../../domain/documents/query';
import { foldedText } from '../../domain/platform/folded-text';
import { isPaired, wordsOf } from './query-words';

/** Most spans of one text. */
const spansMax = 100;

/**
 * Ranges of words in a text, in order and at most 100. Words match as a whole; in scripts that are indexed as
 * pairs of characters they match anywhere.
 *
 * @param text original text
 * @param words folded words, in any case
 */
export function matchedSpans(text: string, words: ReadonlySet<string>): TextSpan[] {
  const wanted = new Set([...words].map((word) => word.toLowerCase()));
  const parts = [...wanted].filter(isPaired);
  const spans: TextSpan[] = [];
  for (const { 0: word, index } of wordsOf(text)) {
    if (spans.length >= spansMax) break;
    if (isPaired(word)) spans.push(...spansOfParts(word, index, parts));
    else if (wanted.has(foldedText(word).toLowerCase()))
      spans.push({ start: index, end: index + word.length });
  }
  return spans.slice(0, spansMax);
}

/** Ranges of parts in a run; touching and overlapping ones are joined. */
function spansOfParts(run: string, start: number, parts: readonly string[]): TextSpan[] {
  const found = parts.flatMap((part) => {
    const spans: TextSpan[] = [];
    for (let at = run.indexOf(part); at >= 0; at = run.indexOf(part, at + 1))
      spans.push({ start: start + at, end: start + at + part.length });
    return spans;
  });
  const merged: TextSpan[] = [];
  for (const span of found.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push(span);
  }
  return merged;
}
