import { STOP_WORDS } from './stop-words';

const phraseWordsMax = 3;
const wordCharsMax = 40;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Words of a text in lower case, without numbers, punctuation and stop words. A null marks where something
 * was left out.
 */
function words(text: string): (string | null)[] {
  const found: (string | null)[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike !== true) {
      // Only a space joins words to a phrase.
      if (segment.trim() !== '') found.push(null);
      continue;
    }
    const word = segment.toLowerCase();
    const telling = /\p{L}/u.test(word) && !/\d/.test(word) && word.length > 1 && word.length <= wordCharsMax;
    found.push(telling && !STOP_WORDS.has(word) ? word : null);
  }
  return found;
}

/**
 * Number of occurrences of each phrase of one to three words in the cells of a text; phrases do not cross
 * cells.
 */
export function countPhrases(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cell of text.split(/ \| |\n/)) {
    const row = words(cell);
    for (let start = 0; start < row.length; start++) {
      let phrase = '';
      for (let end = start; end < Math.min(start + phraseWordsMax, row.length); end++) {
        const word = row[end];
        if (word === null || word === undefined) break;
        phrase = phrase === '' ? word : `${phrase} ${word}`;
        counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
      }
    }
  }
  return counts;
}

/** The set of content words of one line, for comparing lines. */
export function wordSet(line: string): Set<string> {
  return new Set(words(line).filter((word) => word !== null));
}
