import { foldedText } from '../../domain/platform/folded-text';
import { queryWordsMax, STOP_WORDS } from '../../stores/documents/search-index/analysis';

const stopWords = new Set(STOP_WORDS);

/** Characters of scripts that are taken in pairs. */
const paired = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー\p{sc=Hang}`;
/** Runs of such characters, words as Unicode divides texts (roughly), and emoji. */
const wordsOrRuns = new RegExp(
  [
    `[${paired}]+`,
    String.raw`(?:(?![${paired}])[\p{L}\p{M}\p{N}\p{Pc}])+(?:(?:[.'’:]|(?<=\p{N}),(?=\p{N}))(?![${paired}])[\p{L}\p{N}]+)*`,
    String.raw`\p{Extended_Pictographic}`,
  ].join('|'),
  'gu',
);
const startsPaired = new RegExp(`^[${paired}]`, 'u');

/** Words of a text, with their places, and runs of characters that are taken in pairs. */
export const wordsOf = (text: string): Iterable<RegExpExecArray> => text.matchAll(wordsOrRuns);

/** Whether a word or run is of a script whose characters are taken in pairs. */
export const isPaired = (word: string): boolean => startsPaired.test(word);

/** Whether a query has nothing but words that say nothing, which are looked for then. */
export function isAllStopWords(folded: string): boolean {
  const words =
    folded
      .toLowerCase()
      .replaceAll(/['’]s\b/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => stopWords.has(word));
}

/**
 * The number of words of a query, and of those that the keyword leg looks for: the first 160. Stop words are
 * not counted where there is anything else. Words are told apart nearly as the search index does it.
 */
export function queryWords(text: string): { all: number; used: number } {
  const folded = foldedText(text).toLowerCase();
  const withStopWords = isAllStopWords(folded);
  let all = 0;
  for (const [word] of wordsOf(folded)) {
    if (isPaired(word)) all += Math.max(1, Array.from(word).length - 1);
    else if (withStopWords || !stopWords.has(word.replace(/['’]s$/, ''))) all++;
  }
  return { all, used: Math.min(all, queryWordsMax) };
}
