import { type QueryConstraint } from '../constraints/query-constraints';
import { isStopWord } from '../words/stop-words';
import { hasSigns, joinedTokens, spellingsOf, type Word, wordsOf } from '../words/words';
import { resolveWord, type WantedWord, type WordForms } from '../word-list/resolve-word';
import { type WordList } from '../word-list/word-list';
import { type Exclusion } from './exclusions';
import { typosAllowed } from './typos-allowed';

/** A word of a query, at its place. */
export interface QueryWord extends WantedWord {
  /** Place in the query, in UTF-16 units. */
  start: number;
  end: number;
  /** A stop word beside others: records that have it rank higher, and none needs to have it. */
  isStopWord: boolean;
}

export interface QueryText {
  /** The query, with blanks in place of what it excludes. */
  text: string;
  /**
   * Differing words, the first ten, of which stop words give way to others; those of constraints are not
   * among them.
   */
  words: QueryWord[];
  /** Tokens of each part in quotes, in each of its spellings, one of which records have in this order. */
  phrases: string[][][];
  exclusions: readonly Exclusion[];
  /** The text has signs and neither words nor amounts: it finds nothing. */
  isOnlySigns: boolean;
  /** Amounts in the text, which its records are to fit. */
  constraints: TextConstraint[];
}

/** A constraint with its words. */
export interface TextConstraint extends QueryConstraint {
  /** A record that has all of these fits too; none of bounds, ranges and money. */
  words: QueryWord[];
}

/** A word of a query with the tokens of records by which it is found. */
export interface ResolvedWord extends QueryWord {
  forms: WordForms;
}

export interface ResolvedConstraint extends TextConstraint {
  words: ResolvedWord[];
}

/** A query whose words are resolved to the tokens of a build. */
export interface ResolvedText extends QueryText {
  words: ResolvedWord[];
  constraints: ResolvedConstraint[];
}

/**
 * How words are found: as they are written, the last one as a beginning too; or also with typos, joined,
 * split, and as parts of longer words.
 */
type WordsLevel = 'written' | 'alike';

export interface QueryReading {
  /** False: words are found as they are written. */
  typos: boolean;
  /** Amounts in the text; none by default. */
  constraints?: readonly QueryConstraint[];
  /** What was taken out of the text; nothing by default. */
  exclusions?: readonly Exclusion[];
  /** The query is being typed: its last word is a beginning from the first character on, and no stop word. */
  isBegun?: boolean;
}

/** Words of a query that count. */
const queryWordsMax = 10;
/** Shortest last word of a search that is read as the beginning of a longer one. */
const searchedPrefixCharsMin = 2;
/** A character that is neither blank nor invisible. */
const sign = /[^\s\p{Cc}\p{Cf}]/u;
const joinedCharsMax = 64;
/** Words that records may write as one: `wifi`, `allinone`. */
const joinedWordsMax = 3;
/** Words that may be part of a compound: `schuhe` of `damenschuhe`. */
const compoundPart = /^\p{L}{5,}$/u;
/** Quotes stand before and behind words; the mark behind a number is that of inches. */
const quoted = /(?<=^|\s)["“„]([^"“”„]+)["”“](?=\s|$)/gu;

export function readQueryText(text: string, reading: QueryReading): QueryText {
  const { typos, constraints = [], exclusions = [], isBegun = false } = reading;
  const prefixCharsMin = isBegun ? 1 : searchedPrefixCharsMin;
  const quotes = quotesOf(text);
  const isQuoted = ({ start, end }: Word) => quotes.some((quote) => quote.start < start && end < quote.end);
  const all = wordsOf(text);
  const said = all.filter((word) => !constraints.some((constraint) => isWithin(word, constraint)));
  const isLast = ({ end }: Word) => end === text.length;
  const saysLittle = (word: Word) =>
    !isQuoted(word) && !(isBegun && isLast(word)) && isStopWord(text.slice(word.start, word.end));
  // A query of stop words alone means them.
  const hasStopWords = constraints.length > 0 || !said.every(saysLittle);
  const words = new Map<string, QueryWord>();
  for (const word of said) {
    const { token } = word;
    const known = words.get(token);
    const isExact = isQuoted(word);
    const joined = isExact ? [] : joinedWith(text, all, all.indexOf(word), isQuoted);
    if (known !== undefined)
      words.set(token, { ...known, joined: [...new Set([...known.joined, ...joined])] });
    else {
      const hasMoreToCome = isLast(word) && token.length >= prefixCharsMin;
      const isStop = hasStopWords && saysLittle(word);
      words.set(token, queryWord(word, { joined, isExact, typos, hasMoreToCome, isStop }));
    }
  }
  return {
    text,
    words: firstWords([...words.values()]),
    phrases: quotes.map(({ spellings }) => spellings),
    exclusions,
    isOnlySigns: all.length === 0 && constraints.length === 0 && sign.test(text),
    constraints: constraints.map((constraint) => withWords(constraint, text, all)),
  };
}

/** The parts of a text in quotes that have words. */
function quotesOf(text: string): { start: number; end: number; spellings: string[][] }[] {
  return Array.from(text.matchAll(quoted), ({ 0: whole, 1: inner, index }) => ({
    start: index,
    end: index + whole.length,
    spellings: spellingsOf(wordsOf(inner!)),
  })).filter(({ spellings }) => spellings[0]!.length > 0);
}

/** The first ten words in their order; stop words fill the places that others leave. */
function firstWords(words: readonly QueryWord[]): QueryWord[] {
  const demanded = words.filter((word) => !word.isStopWord).slice(0, queryWordsMax);
  const stopWords = words.filter((word) => word.isStopWord).slice(0, queryWordsMax - demanded.length);
  const first = new Set([...demanded, ...stopWords]);
  return words.filter((word) => first.has(word));
}

/** The words that hits must have, as far as a search demands all of them. */
export function demandedWords<W extends QueryWord>({ words }: { words: readonly W[] }): W[] {
  return words.filter((word) => !word.isStopWord);
}

/** All words of a query, those of its constraints last. */
export function allWords({
  words,
  constraints,
}: Pick<ResolvedText, 'words' | 'constraints'>): ResolvedWord[] {
  return [...words, ...constraints.flatMap((constraint) => constraint.words)];
}

function isWithin(word: Word, place: { start: number; end: number }): boolean {
  return place.start < word.end && word.start < place.end;
}

function withWords(constraint: QueryConstraint, text: string, all: readonly Word[]): TextConstraint {
  const place = constraint.wordsPlace;
  const inside = place === null ? [] : all.filter((word) => isWithin(word, place));
  const words = inside.map((word, n) => ({
    ...queryWord(word, {
      joined: joinedWith(text, inside, n, () => false),
      isExact: false,
      typos: false,
      hasMoreToCome: false,
      isStop: false,
    }),
  }));
  return { ...constraint, words };
}

interface WordFacts {
  joined: string[];
  /** The word stands in quotes. */
  isExact: boolean;
  typos: boolean;
  /** More of the word may be to come. */
  hasMoreToCome: boolean;
  isStop: boolean;
}

function queryWord(word: Word, { joined, isExact, typos, hasMoreToCome, isStop }: WordFacts): QueryWord {
  const { token, alike = [], digraphs = null, start, end, isUnspaced = false } = word;
  const spellings = [token, ...alike];
  const isTaken = isExact || isStop;
  return {
    token,
    alike,
    digraphs,
    start,
    end,
    joined,
    splitForms: isTaken || isUnspaced || hasSigns(token) ? [] : spellings,
    typoForms: typos && !isTaken ? typosAllowed(word) : [],
    // A single character of a script without spaces begins the pair that holds it.
    isPrefix: !isTaken && (isUnspaced ? Array.from(token).length === 1 : hasMoreToCome),
    isPart: !isTaken && !isUnspaced && spellings.every((each) => compoundPart.test(each)),
    isStopWord: isStop,
  };
}

/** Tokens of a word together with one or two words beside it. */
function joinedWith(
  text: string,
  words: readonly Word[],
  place: number,
  isQuoted: (word: Word) => boolean,
): string[] {
  const joined: string[] = [];
  for (let first = Math.max(0, place - joinedWordsMax + 1); first <= place; first++)
    for (let last = Math.max(first + 1, place); last < first + joinedWordsMax; last++) {
      const [begin, end] = [words[first], words[last]];
      if (begin === undefined || end === undefined || end.end - begin.start > joinedCharsMax) break;
      const together = words.slice(first, last + 1);
      if (together.some((word) => word.isUnspaced === true || isQuoted(word))) break;
      joined.push(...joinedTokens(text.slice(begin.start, end.end)));
    }
  return joined;
}

/** Resolves the words of a query. Those of amounts are always found joined and split. */
export function resolveText(text: QueryText, lists: readonly WordList[], level: WordsLevel): ResolvedText {
  const resolve = (word: QueryWord): ResolvedWord => ({ ...word, forms: resolveWord(lists, word) });
  const words = level === 'alike' ? text.words : text.words.map(asWritten);
  return {
    ...text,
    words: words.map(resolve),
    constraints: text.constraints.map((constraint) => ({
      ...constraint,
      words: constraint.words.map(resolve),
    })),
  };
}

function asWritten(word: QueryWord): QueryWord {
  return { ...word, joined: [], splitForms: [], typoForms: [], isPart: false };
}

/** Whether records have a word of a query in another form than it is written. */
export function isFoundAlike({ words }: ResolvedText): boolean {
  return words.some(({ forms }) => forms.hasAlike);
}
