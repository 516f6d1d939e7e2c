import { foldedText } from '../../domain/platform/folded-text';
import { queryWordsMax, STOP_WORDS } from '../../stores/documents/search-index/analysis';

const stopWords = new Set(STOP_WORDS);

/** Characters of scripts that are indexed in pairs. */
const paired = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー\p{sc=Hang}`;
/** Runs of such characters, words by Unicode's rules (roughly), and emoji. */
const wordsOrRuns = new RegExp(
  [
    `[${paired}]+`,
    String.raw`(?:(?![${paired}])[\p{L}\p{M}\p{N}\p{Pc}])+(?:(?:[.'’:]|(?<=\p{N}),(?=\p{N}))(?![${paired}])[\p{L}\p{N}]+)*`,
    String.raw`\p{Extended_Pictographic}`,
  ].join('|'),
  'gu',
);
const startsPaired = new RegExp(`^[${paired}]`, 'u');

/** Words of a text, and runs of characters that are indexed in pairs, with their offsets. */
export const wordsOf = (text: string): Iterable<RegExpExecArray> => text.matchAll(wordsOrRuns);

/** Whether a word or run belongs to a script that is indexed in pairs. */
export const isPaired = (word: string): boolean => startsPaired.test(word);

/** Whether a query has only stop words, which are then searched. */
export function isAllStopWords(folded: string): boolean {
  const words =
    folded
      .toLowerCase()
      .replaceAll(/['’]s\b/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => stopWords.has(word));
}

/**
 * The number of words of a query, and of those that the keyword leg uses: the first 160. Stop words count
 * only when there are no others. Words are split nearly as in the search index.
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
