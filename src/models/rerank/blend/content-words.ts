import { cutText } from '../../cut-text';
import { STOP_WORDS } from '../../stop-words';

/** Characters of a text that are read; few chunks are longer. */
const charsMax = 4_000;
const suffixes = [
  'ations',
  'ation',
  'ments',
  'ment',
  'ings',
  'ing',
  'ies',
  'ied',
  'edly',
  'ed',
  'es',
  'ly',
  's',
  'e',
];
const stemCharsMin = 3;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/**
 * Words of a text in order, without stop words and without the commonest English suffixes; for scripts
 * without spaces, pairs of characters.
 */
export function contentWords(text: string): string[] {
  const found =
    cutText(text, charsMax)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return found.flatMap((word) =>
    unspaced.test(word) ? pairsOf(word) : STOP_WORDS.has(word) ? [] : [stem(word)],
  );
}

function stem(word: string): string {
  const suffix = suffixes.find((end) => word.endsWith(end) && word.length - end.length >= stemCharsMin);
  return suffix === undefined ? word : word.slice(0, -suffix.length);
}

function pairsOf(word: string): string[] {
  const signs = Array.from(word);
  return signs.length === 1 ? signs : signs.slice(1).map((sign, at) => `${signs[at]!}${sign}`);
}
