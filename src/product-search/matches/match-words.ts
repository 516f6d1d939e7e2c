import { allWords, type QueryText, type QueryWord } from '../search/query-text';
import { type Word } from '../words/words';
import { typosBetween } from './typo-distance';

/** Ways in which a text has a word of a query. */
export type MatchKind = 'whole' | 'joined' | 'beginning' | 'typo';

/** A place of a text that has a word of a query. */
export interface WordMatch {
  /** Place of the word among all words of the query, those of constraints last. */
  word: number;
  kind: MatchKind;
  typos: number;
  /** Place in the text, in UTF-16 units. */
  start: number;
  end: number;
}

/** Finds the words of a query among the words of a text, all or the first; see {@link createWordMatcher}. */
export type WordMatcher = (
  words: readonly Word[],
  isTypoTolerant: boolean,
  placesMax?: number,
) => WordMatch[];

type Likeness = Pick<WordMatch, 'word' | 'kind' | 'typos'>;

/** A word of the query that a text may write as two, by the second of them. */
interface Parted {
  second: string;
  word: number;
}

/**
 * Creates the function that finds words of a query in texts, by the same rules as the search engine does.
 * What one word of a text is like is kept, since words repeat.
 */
export function createWordMatcher(text: Pick<QueryText, 'words' | 'constraints'>): WordMatcher {
  const wanted = allWords(text);
  const parted = partedWords(wanted);
  const likenesses = new Map<string, Likeness[]>();

  function likenessOf({ token, lastCharacter }: Word): Likeness[] {
    const key = lastCharacter === undefined ? token : `${token} ${lastCharacter}`;
    let known = likenesses.get(key);
    if (known === undefined) {
      known = wanted.flatMap((word, place) => likeness(word, place, token, lastCharacter) ?? []);
      likenesses.set(key, known);
    }
    return known;
  }

  return (words, isTypoTolerant, placesMax = Infinity) => {
    const matches: WordMatch[] = [];
    for (const [place, word] of words.entries()) {
      if (matches.length >= placesMax) break;
      const { start, end } = word;
      for (const found of likenessOf(word))
        if (isTypoTolerant || found.typos === 0) matches.push({ ...found, start, end });
      const next = words[place + 1];
      for (const { second, word: whole } of parted.get(word.token) ?? [])
        if (second === next?.token)
          matches.push({ word: whole, kind: 'joined', typos: 0, start, end: next.end });
    }
    return matches;
  };
}

/** Words of a query that a text may write as two neighbours, by the first of them. */
function partedWords(wanted: readonly QueryWord[]): Map<string, Parted[]> {
  const parted = new Map<string, Parted[]>();
  for (const [word, { splits }] of wanted.entries())
    for (const [first, second] of splits) {
      const known = parted.get(first);
      if (known === undefined) parted.set(first, [{ second, word }]);
      else if (!known.some((other) => other.word === word && other.second === second))
        known.push({ second, word });
    }
  return parted;
}

function likeness(
  { token, joined, isPrefix, typoForms }: QueryWord,
  word: number,
  other: string,
  lastCharacter: string | undefined,
): Likeness | null {
  if (other === token) return { word, kind: 'whole', typos: 0 };
  if (joined.includes(other)) return { word, kind: 'joined', typos: 0 };
  if (isPrefix && (other.startsWith(token) || lastCharacter === token))
    return { word, kind: 'beginning', typos: 0 };
  const typos = typoForms.flatMap(({ form, typosMax }) => typosBetween(form, other, typosMax) ?? []);
  // The form as it is written may be the very token of a record, such as `wireles` there too.
  return typos.length === 0 ? null : { word, kind: 'typo', typos: Math.max(1, Math.min(...typos)) };
}
