import { type ListedLanguage, languageLists, listedLanguages } from './zxcvbn-lists';

/** How many words of a language are taken, frequent ones first: German writes all its nouns with a capital. */
const taken: Readonly<Record<ListedLanguage, { common: number; wide: number }>> = {
  de: { common: 12_000, wide: 34_000 },
  en: { common: 0, wide: 0 },
  fr: { common: 8000, wide: 0 },
  es: { common: 8000, wide: 0 },
  it: { common: 8000, wide: 0 },
  nl: { common: 10_000, wide: 0 },
  pl: { common: 13_000, wide: 0 },
};
/** Family names of a language that are taken, and that tell words from names. */
const familiesTaken = 13_000;
/** Words so frequent that lists of names have them by mistake. */
const mostFrequent = 1500;
/** Words that sentences are made of. */
const functionWordCount = 120;

/** Given and family names of seven languages. */
export function listedNames(): { given: ReadonlySet<string>; family: ReadonlySet<string> } {
  const given = new Set<string>();
  const family = new Set<string>();
  for (const language of listedLanguages) {
    const lists = languageLists(language);
    for (const name of lists.given) given.add(name);
    for (const name of lists.family.slice(0, familiesTaken)) family.add(name);
  }
  return { given, family };
}

/**
 * Everyday words of a language: all of the most frequent ones, and of the others those that no list of names has.
 * English has none here.
 */
export function everydayWords(language: ListedLanguage, isName: (word: string) => boolean): string[] {
  const { common, wide } = languageLists(language);
  const { common: commonCount, wide: wideCount } = taken[language];
  const words = common.slice(0, commonCount).filter((word, rank) => rank < mostFrequent || !isName(word));
  return [...new Set([...words, ...wide.slice(0, wideCount).filter((word) => !isName(word))])];
}

/** The most frequent words of languages other than English. */
export const functionWords = (): string[] =>
  listedLanguages
    .filter((language) => language !== 'en')
    .flatMap((language) => languageLists(language).common.slice(0, functionWordCount));
