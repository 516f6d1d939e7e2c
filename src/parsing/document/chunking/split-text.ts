import { type CountTokens } from './token-budget';

/** Characters given to the segmenter at once, because its time grows with their square. */
const windowChars = 2_048;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Abbreviations whose dot the segmenter takes for the end of a sentence: titles, initials, months. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|[Dd]r|[Mm]rs?|[Mm]s|[Pp]rof|[Ss]t|[Nn]o|[Nn]r|[Aa]rt|[Ff]ig|[Ss]ec|[Cc]h|[Vv]ol|[Pp]p?|e\.g|i\.e|z\.B|vs|cf|approx|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Inc|Ltd|Co|Corp)\.\s+$/u;

/**
 * Splits a text into sentences, each with the space after it; their concatenation is the text. One line break
 * is only a margin, two end a sentence.
 */
export function* splitSentences(text: string): Generator<string, undefined> {
  let held = '';
  for (const segment of segments(text)) {
    held += segment;
    if (ABBREVIATION.test(held.slice(-16)) && held.length < windowChars) continue;
    yield held;
    held = '';
  }
  if (held !== '') yield held;
  return undefined;
}

function* segments(text: string): Generator<string, undefined> {
  for (let at = 0; at < text.length;) {
    const windowEnd = wholeCharacter(text, Math.min(at + windowChars, text.length));
    const window = text.slice(at, windowEnd);
    const last = windowEnd === text.length;
    // The replacement has the same length, so that positions stay.
    const flat = window.replace(/(?<!\n)\n(?!\n)/g, ' ');
    let end = 0;
    for (const { index, segment } of segmenter.segment(flat)) {
      end = index + segment.length;
      if (!last && end === flat.length) {
        // The window may have cut the last sentence. A sentence that fills the window is cut between two
        // words.
        end = index > 0 ? index : wordEnd(text.slice(at, windowEnd + 1), end);
        if (index === 0) yield window.slice(0, end);
        break;
      }
      yield window.slice(index, end);
    }
    at += end;
  }
  return undefined;
}

/**
 * Cuts a text without sentence boundaries into pieces within a budget: between words where possible, never
 * within a character. The concatenation of the pieces is the text.
 */
export function* cutWords(
  text: string,
  tokensMax: number,
  countTokens: CountTokens,
): Generator<string, undefined> {
  for (let rest = text; rest !== '';) {
    let length = Math.min(rest.length, tokensMax * 8);
    while (length > 1 && (length < rest.length || countTokens(rest) > tokensMax)) {
      length = wordEnd(rest, length);
      if (countTokens(rest.slice(0, length)) <= tokensMax) break;
      length = Math.max(1, Math.floor(length * 0.8));
    }
    const end = wholeCharacter(rest, wholeEscape(rest, length));
    yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  return undefined;
}

/** Moves a position so that it does not separate a backslash from the character that it escapes. */
function wholeEscape(text: string, at: number): number {
  if (at >= text.length) return at;
  let first = at;
  while (first > 0 && text.charAt(first - 1) === '\\') first--;
  if ((at - first) % 2 === 0) return at;
  return at > 1 ? at - 1 : at + 1;
}

/** End of the last word at or before a position; the position itself where that word is too far back. */
function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  for (let end = at; end > at / 2; end--) {
    if (/\s/.test(text.charAt(end - 1))) return end;
  }
  return at;
}

function wholeCharacter(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before < 0xdc00 && at < text.length ? at + 1 : at;
}
