import { allWords, type ResolvedText, type ResolvedWord } from '../search/query-text';
import { inSecondSpelling, visitPlaces, type Word, wordsOfPart } from '../words/words';
import { partOf } from '../word-list/resolve-word';
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

/** A word of the query that a text may write as several, by those behind the first of them. */
interface Parted {
  rest: readonly string[];
  word: number;
}

/** A part of a text between two spaces, as a query sees it. */
interface SeenPart {
  /** Words of the query in it; places are from its begin. */
  matches: readonly (WordMatch & Likeness)[];
  /** Its words in each spelling; none for a part without words. */
  spellings: readonly (readonly Word[])[];
  open: readonly OpenEnd[];
}

/** Last words of a part, with which a word of the query begins that a text writes as several. */
interface OpenEnd extends Parted {
  start: number;
}

const nothingOpen: readonly OpenEnd[] = [];

/**
 * Creates the function that finds words of a query in texts, by the same rules as the search engine does.
 * What a part of a text is like is kept, since parts repeat; most parts are told unlike without being cut out.
 */
export function createWordMatcher(text: Pick<ResolvedText, 'words' | 'constraints'>): WordMatcher {
  const wanted = allWords(text);
  const parted = partedWords(wanted);
  const pieces = [...parted].flatMap(([first, ways]) => [first, ...ways.flatMap(({ rest }) => rest)]);
  const isLikelyPart = createIsLikelyPart(wanted, pieces);
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

  /** Finds words of the query among words that follow each other, and those that these only begin. */
  function* matchesOf(words: readonly Word[], open: OpenEnd[]): Generator<WordMatch & Likeness> {
    for (const [place, word] of words.entries()) {
      const { token, start, end } = word;
      for (const found of likenessOf(word)) yield { ...found, start, end };
      for (const way of parted.get(token) ?? []) {
        const followed = follow({ ...way, start }, words.slice(place + 1));
        if (followed === null) continue;
        if ('rest' in followed) open.push(followed);
        else yield followed;
      }
    }
  }

  function see(part: string): SeenPart {
    const words = wordsOfPart(part);
    const open: OpenEnd[] = [];
    const matches = [...matchesOf(words, open)];
    if (!words.some(({ second }) => second !== undefined))
      return { matches, spellings: words.length === 0 ? [] : [words], open: openOf(open) };
    const second = inSecondSpelling(words);
    for (const match of matchesOf(second, open)) addBetter(matches, match);
    return { matches, spellings: [words, second], open: openOf(open) };
  }

  function seenPart(part: string): SeenPart {
    let known = seen.get(part);
    if (known === undefined) {
      known = see(part);
      if (seen.size < seenPartsMax) seen.set(part, known);
    }
    return known;
  }

  return (text, isTypoTolerant, placesMax = Infinity) => {
    const matches: WordMatch[] = [];
    let before = nothingOpen;
    visitPlaces(text, (at, partEnd) => {
      if (!isLikelyPart(text, at, partEnd)) {
        before = nothingOpen;
        return true;
      }
      const { matches: inside, spellings, open } = seenPart(text.slice(at, partEnd));
      if (spellings.length === 0) return true;
      const still: OpenEnd[] = [];
      for (const each of before)
        for (const words of spellings) {
          const followed = follow(each, words);
          if (followed === null) continue;
          if ('rest' in followed) still.push(followed);
          else matches.push({ ...followed, end: at + followed.end });
        }
      for (const { exactKind, ...match } of inside) {
        const found = { ...match, start: match.start + at, end: match.end + at };
        if (isTypoTolerant || match.typos === 0) matches.push(found);
        else if (exactKind !== undefined) matches.push({ ...found, kind: exactKind, typos: 0 });
      }
      for (const each of open) still.push({ ...each, start: each.start + at });
      before = openOf(still);
      return matches.length < placesMax;
    });
    return matches;
  };
}

const openOf = (open: readonly OpenEnd[]) => (open.length === 0 ? nothingOpen : open);

/**
 * Follows a word that a text writes as several: the match where the next words complete it, what is left of
 * it where they end before, null where they are others.
 */
function follow({ rest, word, start }: OpenEnd, words: readonly Word[]): WordMatch | OpenEnd | null {
  for (const [place, token] of rest.entries()) {
    const next = words[place];
    if (next === undefined) return { rest: rest.slice(place), word, start };
    if (next.token !== token) return null;
  }
  return { word, kind: 'joined', typos: 0, start, end: words[rest.length - 1]!.end };
}

/** Adds a match, unless the same word is found there as well by another spelling. */
function addBetter(matches: (WordMatch & Likeness)[], match: WordMatch & Likeness): void {
  const { word, start, end, kind, typos } = match;
  const place = matches.findIndex((known) => known.word === word && known.start < end && start < known.end);
  const known = matches[place];
  if (known === undefined) matches.push(match);
  else if (typos < known.typos || (typos === known.typos && kind === 'whole' && known.kind !== 'whole'))
    matches[place] = match;
}

/** Words of a query that a text may write as several neighbours, by the first of them. */
function partedWords(wanted: readonly ResolvedWord[]): Map<string, Parted[]> {
  const parted = new Map<string, Parted[]>();
  for (const [word, { forms }] of wanted.entries())
    for (const [first, ...rest] of forms.splits) {
      const known = parted.get(first!);
      if (known === undefined) parted.set(first!, [{ rest, word }]);
      else if (!known.some((other) => other.word === word && other.rest.join(' ') === rest.join(' ')))
        known.push({ rest, word });
    }
  return parted;
}

function likeness(
  { token, alike, joined, isPrefix, isPart, typoForms }: ResolvedWord,
  word: number,
  other: string,
  lastCharacter: string | undefined,
): Likeness | null {
  const spellings = [token, ...alike];
  if (spellings.includes(other)) return { word, kind: 'whole', typos: 0 };
  if (joined.includes(other)) return { word, kind: 'joined', typos: 0 };
  if (isPrefix && (spellings.some((each) => other.startsWith(each)) || lastCharacter === token))
    return { word, kind: 'beginning', typos: 0 };
  const parts = isPart ? spellings.map((spelling) => partOf(spelling, other)) : [];
  const partKind = parts.find((part) => part !== null) ?? null;
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
