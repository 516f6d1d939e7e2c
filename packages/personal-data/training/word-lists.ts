import { allLocales, type LocaleDefinition } from '@faker-js/faker';
import { CUE_KINDS, CUES } from '../src/rules/cues';
import { characterTable } from '../src/tagger/characters';
import { hashWord, WORD } from '../src/tagger/lexicon';
import { LOCALES } from './corpus';
import { everydayWords, functionWords, listedNames } from './everyday-words';
import { listedCities } from './listed-cities';
import { NOUNS } from './nouns';
import { polishCases } from './polish-names';
import { stringsOf, wideNames } from './wide-names';
import { worldNames } from './world-names';
import { type ListedLanguage, languageLists, listedLanguages } from './zxcvbn-lists';

const streetWords =
  'street st road rd avenue ave lane ln drive dr court ct boulevard blvd way place square terrace close crescent highway ' +
  'hwy hill park parkway trail row walk grove strasse weg gasse allee platz rue via viale piazza calle avenida plaza rua ' +
  'travessa ulica ul apt apartment suite unit box floor flat apo fpo dpo psc po postfach straat laan gatan vej gade veien ' +
  'katu tie corner block bldg building';
const organizationWords =
  'ltd limited inc incorporated llc corp corporation company co gmbh ag kg ohg sa sarl srl spa bv nv ab as oy plc group ' +
  'holdings holding bank university college institute ministry department association society foundation club partners ' +
  'sons hospital airlines insurance systems solutions technologies industries international studios labs';
const rankBounds = [500, 2000, 5000, 10_000, Infinity];
const nameBits = WORD.firstName | WORD.lastName | WORD.city | WORD.region;
/** Polish family names whose other cases are known. */
const polishFamilies = 2500;
/** Rank of words of other languages. */
const foreignRank = rankBounds.length + 1;
const common =
  /^(?:iban|bic|of|and|the|de|la|el|le|les|los|das|do|da|di|del|du|an|in|am|im|bei|ob|auf|der|y|e|i|a|o)$/;

/** Words with what is known of each, and those of the vocabulary that are no names. */
export interface WordLists {
  /** Hashes, ascending. */
  hashes: Int32Array;
  bits: Uint16Array;
  /** Frequent ones first. */
  publicWords: string[];
  /** Words of other languages, a list for each. */
  foreign: string[][];
  /** Everyday words by language, which German writes with a capital where they are nouns. */
  everyday: ReadonlyMap<string, readonly string[]>;
}

/**
 * The lexicon of the tagger: names and places of Faker's locales, words of streets and organizations, cue
 * words, and the vocabulary.
 *
 * @param vocabulary words in lower case, frequent ones first
 */
export function makeWordLists(vocabulary: readonly string[]): WordLists {
  const known = new Map<number, number>();
  const { folded } = characterTable();
  const hashOf = (word: string): number =>
    hashWord(Array.from({ length: word.length }, (_, at) => folded[word.charCodeAt(at)]!));
  const add = (text: string, bit: number): void => {
    for (const word of text.split(/[^\p{L}\p{M}]+/u))
      if (word.length > 1 && !common.test(word.toLowerCase()))
        known.set(hashOf(word), (known.get(hashOf(word)) ?? 0) | bit);
  };
  for (const locale of new Set(LOCALES)) addLocale(allLocales[locale as keyof typeof allLocales], add);
  for (const name of worldNames().given) add(name, WORD.firstName);
  for (const name of worldNames().family) add(name, WORD.lastName);
  for (const word of streetWords.split(' ')) add(word, WORD.street);
  for (const word of organizationWords.split(' ')) add(word, WORD.organization);
  const isPublic = (word: string): boolean => ((known.get(hashOf(word)) ?? 0) & nameBits) === 0;
  const publicWords = vocabulary.filter(isPublic);
  const foreign = foreignLists().map((list) => list.filter(isPublic));
  for (const [rank, word] of vocabulary.entries()) {
    const hash = hashOf(word);
    const bits = known.get(hash) ?? 0;
    if ((bits & WORD.rankMask) === 0)
      known.set(hash, bits | (rankBounds.findIndex((bound) => rank < bound) + 1));
  }
  for (const word of functionWords()) {
    const hash = hashOf(word);
    const bits = known.get(hash) ?? 0;
    if ((bits & nameBits) === 0) known.set(hash, (bits & ~WORD.rankMask) | 1);
  }
  const everyday = everydayByLanguage();
  for (const word of [...foreign.flat(), ...[...everyday.values()].flat()]) {
    const hash = hashOf(word);
    if (/^\p{L}+$/u.test(word) && ((known.get(hash) ?? 0) & WORD.rankMask) === 0)
      known.set(hash, (known.get(hash) ?? 0) | foreignRank);
  }
  addWideNames(known, hashOf);
  addCities(known, hashOf);
  addPolishCases(known, hashOf);
  for (const [word, kind] of CUES)
    known.set(
      hashOf(word),
      (known.get(hashOf(word)) ?? 0) | ((CUE_KINDS.indexOf(kind) + 1) << WORD.cueShift),
    );
  const hashes = Int32Array.from(known.keys()).sort();
  return {
    hashes,
    bits: Uint16Array.from(hashes, (hash) => known.get(hash)!),
    publicWords,
    foreign,
    everyday,
  };
}

/**
 * Adds names of the wide lists that are no words of a language: they are too many to tell `Summer` from
 * `summer`.
 */
function addWideNames(known: Map<number, number>, hashOf: (word: string) => number): void {
  const { given, family } = wideNames();
  const listed = listedNames();
  const addName = (name: string, bit: number): void => {
    const hash = hashOf(name);
    const bits = known.get(hash) ?? 0;
    const rank = bits & WORD.rankMask;
    if (rank === 0 || (bits & (WORD.firstName | WORD.lastName)) !== 0) known.set(hash, bits | bit);
  };
  for (const name of given.keys()) addName(name, WORD.firstName);
  for (const name of family) addName(name, WORD.lastName);
  for (const name of listed.given) addName(name, WORD.firstName);
  for (const name of listed.family) addName(name, WORD.lastName);
}

/** Adds towns whose names are one word, and no word or name of a person. */
function addCities(known: Map<number, number>, hashOf: (word: string) => number): void {
  for (const name of [...listedCities().values()].flat()) {
    const hash = hashOf(name);
    const bits = known.get(hash) ?? 0;
    if (/^\p{L}{3,}$/u.test(name) && (bits & nameBits) === 0) known.set(hash, bits | WORD.city);
  }
}

/** Everyday words of languages other than English that no list of names has. */
function everydayByLanguage(): Map<ListedLanguage, string[]> {
  const wide = wideNames();
  const listed = listedNames();
  const isName = (word: string): boolean =>
    wide.given.has(word) || wide.family.has(word) || listed.given.has(word) || listed.family.has(word);
  return new Map(listedLanguages.map((language) => [language, everydayWords(language, isName)]));
}

/** Adds the other cases of Polish names, unless they are words or names of their own. */
function addPolishCases(known: Map<number, number>, hashOf: (word: string) => number): void {
  const { given, family } = languageLists('pl');
  const addCases = (names: readonly string[], bit: number): void => {
    for (const form of names.flatMap(polishCases)) if (!known.has(hashOf(form))) known.set(hashOf(form), bit);
  };
  addCases(given, WORD.firstName);
  addCases(family.slice(0, polishFamilies), WORD.lastName);
}

function addLocale({ person, location }: LocaleDefinition, add: (text: string, bit: number) => void): void {
  for (const name of stringsOf(person?.first_name)) add(name, WORD.firstName);
  for (const name of stringsOf(person?.last_name)) add(name, WORD.lastName);
  for (const name of stringsOf(location?.city_name)) add(name, WORD.city);
  for (const name of stringsOf([location?.state, location?.country])) add(name, WORD.region);
}

/** Locales whose lists of words are of their own language. */
const wordLocales = ['de', 'fr', 'da', 'hu', 'id_ID', 'pt_BR', 'nb_NO'] as const;
const loremLocales = ['ru', 'es_MX', 'lv'] as const;
/** Locales with words about goods and dates of their own language. */
const goodsLocales = ['ru', 'el', 'nl', 'tr', 'es', 'sv', 'lv', 'de', 'fr'] as const;

function foreignLists(): string[][] {
  return [
    ...wordLocales.map((locale) => stringsOf(allLocales[locale].word)),
    ...Object.values(NOUNS).map((nouns) => nouns.map((noun) => noun.toLowerCase())),
    ...loremLocales.map((locale) => stringsOf(allLocales[locale].lorem)),
    ...goodsLocales.map((locale) => {
      const { commerce, date } = allLocales[locale];
      const phrases = stringsOf([commerce?.department, commerce?.product_name, date]);
      return [...new Set(phrases.flatMap((phrase) => phrase.match(/[\p{L}\p{M}]+/gu) ?? []))];
    }),
  ];
}
