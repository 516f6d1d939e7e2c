import { wordsOf } from '../words/words';
import { type MatchedField, type MatchedValue } from './match-record';

/** How found words are shown. */
export interface HighlightStyle {
  preTag: string;
  postTag: string;
  /** Names of the fields that are shown; null for all. */
  fields: ReadonlySet<string> | null;
  /** Characters to which long values are cut, tags not counted; 0 for whole values. */
  snippetChars: number;
}

type Range = readonly [start: number, end: number];

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * The found fields of a record with tags around found words. Values are escaped for HTML, tags are not. Only
 * fields that have words of the query appear; lists give all of their values.
 */
export function highlightFields(
  fields: readonly MatchedField[],
  style: HighlightStyle,
): Record<string, string | string[]> {
  const shown = fields.filter(
    ({ row, name, values }) =>
      row.type !== 'bool' &&
      style.fields?.has(name) !== false &&
      values.some(({ matches }) => matches.length > 0),
  );
  return Object.fromEntries(
    shown.map(({ row, name, values }) => {
      const texts = values.map((value) => highlight(value, style));
      return [name, row.list || texts.length > 1 ? texts : texts[0]!];
    }),
  );
}

function highlight(
  { text, isCut, matches }: MatchedValue,
  { preTag, postTag, snippetChars }: HighlightStyle,
): string {
  const ranges = joinRanges(matches.map(({ start, end }) => [start, end]));
  const [from, to] = snippetChars > 0 ? snippetRange(text, ranges, snippetChars) : [0, text.length];
  let html = from > 0 ? '…' : '';
  let at = from;
  for (const [start, end] of ranges.filter((range) => range[0] >= from && range[1] <= to)) {
    html += `${escapeHtml(text.slice(at, start))}${preTag}${escapeHtml(text.slice(start, end))}${postTag}`;
    at = end;
  }
  return `${html}${escapeHtml(text.slice(at, to))}${isCut || to < text.length ? '…' : ''}`;
}

/** A text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => htmlEntities[char]!);
}

/** Ranges in order, with those that touch each other as one. */
function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last === undefined || range[0] > last[1]) joined.push(range);
    else joined[joined.length - 1] = [last[0], Math.max(last[1], range[1])];
  }
  return joined;
}

/** The part of a text with most found words, cut at ends of words. */
function snippetRange(text: string, ranges: readonly Range[], chars: number): Range {
  if (text.length <= chars) return [0, text.length];
  const [first, last] = densest(ranges, chars);
  const spare = Math.max(0, chars - (last - first));
  const from = Math.max(0, Math.min(first - Math.floor(spare / 2), text.length - chars));
  const to = Math.max(last, Math.min(text.length, from + chars));
  const cuts = wordsOf(text).filter(({ isUnspaced }) => isUnspaced === undefined);
  const beginning = cuts.find((word) => word.start < from && from < word.end)?.end ?? from;
  const ending = cuts.find((word) => word.start < to && to < word.end)?.start ?? to;
  return [skipForward(text, Math.min(beginning, first)), Math.max(skipBackward(text, ending), last)];
}

/** From the first to the last of the found words that are most within so many characters. */
function densest(ranges: readonly Range[], chars: number): Range {
  let best: Range = ranges[0] ?? [0, 0];
  let most = 0;
  let next = 0;
  for (const [place, [start]] of ranges.entries()) {
    // Ends rise with starts, so that a window never gives up a range behind it.
    while (next < ranges.length && ranges[next]![1] - start <= chars) next++;
    if (next - place > most) {
      most = next - place;
      best = [start, ranges[next - 1]![1]];
    }
  }
  return best;
}

function skipForward(text: string, from: number): number {
  let at = from;
  while (at > 0 && (/\s/.test(text[at] ?? '') || isLowSurrogate(text, at))) at++;
  return at;
}

function skipBackward(text: string, to: number): number {
  let at = to;
  while (at > 0 && at < text.length && (/\s/.test(text[at - 1]!) || isLowSurrogate(text, at))) at--;
  return at;
}

const isLowSurrogate = (text: string, at: number) => /[\uDC00-\uDFFF]/.test(text[at] ?? '');
