import { type TextSpan } from '../../domain/documents/query';
import { foldedText } from '../../domain/platform/folded-text';
import { isPaired, wordsOf } from './query-words';

/** Places that one text tells of. */
const spansMax = 100;

/**
 * Places of words in a text, in order and at most 100. Words are found whole; in scripts that are taken in
 * pairs of characters, wherever they stand.
 *
 * @param text as it was written
 * @param words in their folded form, in any case
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

/** Places of parts in a run, those that meet or overlap as one. */
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
