import { allWords, type QueryText, type QueryWord } from '../search/query-text';
import { visitParts, type Word, wordsOfPart } from '../words/words';
import { typosBetween } from '../word-list/typo-distance';
import { createIsLikelyPart } from './likely-parts';

/** Ways in which a text has a word of a query. */
export type MatchKind = 'whole' | 'joined' | 'beginning' | 'ending' | 'typo';

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

/** Finds the words of a query in a text, all of them or the first; see {@link createWordMatcher}. */
export type WordMatcher = (text: string, isTypoTolerant: boolean, placesMax?: number) => WordMatch[];

/** Parts of texts whose likeness one query keeps. */
const seenPartsMax = 20_000;

interface Likeness extends Pick<WordMatch, 'word' | 'kind' | 'typos'> {
  /** Kind of the match in fields that typos do not reach; absent where the word is not found in them. */
  exactKind?: MatchKind;
}

/** A word of the query that a text may write as two, by the second of them. */
interface Parted {
  second: string;
  word: number;
}

/** A part of a text between two spaces, as a query sees it. */
interface SeenPart {
  /** Words of the query in it; places are from its begin. */
  matches: readonly (WordMatch & Likeness)[];
  /** Its first word; null for a part without words. */
  first: Pick<Word, 'token' | 'end'> | null;
  last: OpenEnd;
}

/** A word of a text, and the words of the query that continue after it. */
interface OpenEnd {
  start: number;
  parted: readonly Parted[];
}

const nothingOpen: OpenEnd = { start: 0, parted: [] };

/** A part whose words are like none of a query. */
const unlikelyPart: SeenPart = { matches: [], first: { token: '', end: 0 }, last: nothingOpen };

/**
 * Creates the function that finds words of a query in texts, by the same rules as the search engine does.
 * What a part of a text is like is kept, since parts repeat.
 */
export function createWordMatcher(text: Pick<QueryText, 'words' | 'constraints'>): WordMatcher {
  const wanted = allWords(text);
  const parted = partedWords(wanted);
  const halves = [...parted].flatMap(([first, pairs]) => [first, ...pairs.map(({ second }) => second)]);
  const isLikelyPart = createIsLikelyPart(wanted, halves);
  const likenesses = new Map<string, Likeness[]>();
  const seen = new Map<string, SeenPart>();

  function likenessOf({ token, lastCharacter }: Word): Likeness[] {
    const key = lastCharacter === undefined ? token : `${token} ${lastCharacter}`;
    let known = likenesses.get(key);
    if (known === undefined) {
      known = wanted.flatMap((word, place) => likeness(word, place, token, lastCharacter) ?? []);
      likenesses.set(key, known);
    }
    return known;
  }

  function see(part: string): SeenPart {
    const words = wordsOfPart(part);
    const matches: (WordMatch & Likeness)[] = [];
    for (const [place, word] of words.entries()) {
      const { token, start, end } = word;
      for (const found of likenessOf(word)) matches.push({ ...found, start, end });
      const next = words[place + 1];
      for (const { second, word: whole } of parted.get(token) ?? [])
        if (second === next?.token)
          matches.push({ word: whole, kind: 'joined', typos: 0, start, end: next.end });
    }
    const last = words.at(-1);
    const open = last === undefined ? undefined : parted.get(last.token);
    return {
      matches,
      first: words[0] ?? null,
      last: last === undefined || open === undefined ? nothingOpen : { start: last.start, parted: open },
    };
  }

  function seenPart(part: string): SeenPart {
    let known = seen.get(part);
    if (known === undefined) {
      known = isLikelyPart(part) ? see(part) : unlikelyPart;
      if (seen.size < seenPartsMax) seen.set(part, known);
    }
    return known;
  }

  return (text, isTypoTolerant, placesMax = Infinity) => {
    const matches: WordMatch[] = [];
    let before = nothingOpen;
    visitParts(text, (part, at) => {
      const { matches: inside, first, last } = seenPart(part);
      if (first === null) return true;
      for (const { second, word } of before.parted)
        if (second === first.token)
          matches.push({ word, kind: 'joined', typos: 0, start: before.start, end: at + first.end });
      for (const { exactKind, ...match } of inside) {
        const found = { ...match, start: match.start + at, end: match.end + at };
        if (isTypoTolerant || match.typos === 0) matches.push(found);
        else if (exactKind !== undefined) matches.push({ ...found, kind: exactKind, typos: 0 });
      }
      before = last === nothingOpen ? last : { start: last.start + at, parted: last.parted };
      return matches.length < placesMax;
    });
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
  { token, joined, isPrefix, isPart, typoForms }: QueryWord,
  word: number,
  other: string,
  lastCharacter: string | undefined,
): Likeness | null {
  if (other === token) return { word, kind: 'whole', typos: 0 };
  if (joined.includes(other)) return { word, kind: 'joined', typos: 0 };
  if (isPrefix && (other.startsWith(token) || lastCharacter === token))
    return { word, kind: 'beginning', typos: 0 };
  const partKind = isPart ? partOf(token, other) : null;
  const typos = typoForms.flatMap(({ form, typosMax }) => typosBetween(form, other, typosMax) ?? []);
  // The form as it is written may be the very token of a record, such as `wireles` there too.
  if (typos.length > 0)
    return {
      word,
      kind: 'typo',
      typos: Math.max(1, Math.min(...typos)),
      ...(partKind === null ? {} : { exactKind: partKind }),
    };
  return partKind === null ? null : { word, kind: partKind, typos: 0 };
}

/** Which part of a longer word a word is; null where it is none. */
function partOf(token: string, other: string): MatchKind | null {
  if (other.startsWith(token)) return 'beginning';
  return other.endsWith(token) ? 'ending' : null;
}
