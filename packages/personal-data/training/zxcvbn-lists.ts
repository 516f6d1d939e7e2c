import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const load = createRequire(__filename);

/** Words and names of a language, in lower case, frequent ones first. */
export interface LanguageLists {
  /** Words of everyday language. */
  common: readonly string[];
  /** Words of an encyclopedia, names of persons and places among them. */
  wide: readonly string[];
  given: readonly string[];
  family: readonly string[];
}

const packages = { de: 'de', en: 'en', fr: 'fr', es: 'es-es', it: 'it', nl: 'nl-be', pl: 'pl' } as const;
const files: Readonly<Record<string, { given: readonly string[]; family: readonly string[] }>> = {
  nl: { given: ['boysFirstnames', 'girlsFirstnames'], family: ['lastnames'] },
  pl: {
    given: ['femaleFirstnames', 'maleFirstnames'],
    family: ['maleLastnames', 'femaleLastnames'],
  },
};
const usual = { given: ['firstnames'], family: ['lastnames'] };
const isWord = /^\p{L}+$/u;

/** Languages of `@zxcvbn-ts`. */
export type ListedLanguage = keyof typeof packages;

const read = new Map<ListedLanguage, LanguageLists>();

/** Lists of `@zxcvbn-ts/language-…`, which are meant for guessing passwords. */
export function languageLists(language: ListedLanguage): LanguageLists {
  const known = read.get(language);
  if (known !== undefined) return known;
  const folder = join(dirname(load.resolve(`@zxcvbn-ts/language-${packages[language]}`)), '../src');
  const words = (names: readonly string[]): string[] =>
    names
      .flatMap((name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as string[])
      .filter((word) => word.length > 2 && isWord.test(word));
  const { given, family } = files[language] ?? usual;
  const lists = {
    common: words(['commonWords']),
    wide: words(['wikipedia']),
    given: words(given),
    family: words(family),
  };
  read.set(language, lists);
  return lists;
}

export const listedLanguages = Object.keys(packages) as ListedLanguage[];
