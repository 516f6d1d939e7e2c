import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { allLocales } from '@faker-js/faker';

const load = createRequire(__filename);

/** Languages of `gender-detection-from-name`, from the records of births of their countries. */
const languages = ['de', 'en', 'es', 'fr', 'it', 'tr'] as const;
/** Languages whose lists are short and have usual names only. */
const usual: ReadonlySet<string> = new Set(['de', 'es', 'it', 'tr']);
/** Locales of Faker that have names and no other texts. */
const nameLocales = [
  'az',
  'en_GH',
  'en_HK',
  'en_NP',
  'fr_SN',
  'ku_kmr_latin',
  'ro_MD',
  'uz_UZ_latin',
  'zu_ZA',
] as const;

/** Names of lists that are wider than those of Faker's locales, in lower case. */
export interface WideNames {
  /** With the number of lists that have the name. */
  given: ReadonlyMap<string, number>;
  /** Names that are mostly those of families. */
  family: ReadonlySet<string>;
}

let names: WideNames | undefined;

/** Names of `gender-detection-from-name` and `@cspell/dict-people-names`. */
export function wideNames(): WideNames {
  names ??= readWideNames();
  return names;
}

function readWideNames(): WideNames {
  const given = new Map<string, number>();
  const people = new Set(peopleNames());
  for (const language of languages) {
    const list = load(`gender-detection-from-name/names/${language}`) as ReadonlyMap<string, string>;
    for (const name of new Set(Array.from(list.keys()).flatMap(partsOf)))
      given.set(name, (given.get(name) ?? 0) + (usual.has(language) ? 2 : 1));
  }
  const family = new Set<string>();
  for (const locale of nameLocales) {
    const { person } = allLocales[locale];
    for (const name of stringsOf(person?.first_name).flatMap(partsOf)) given.set(name, 2);
    for (const name of stringsOf(person?.last_name).flatMap(partsOf)) family.add(name);
  }
  for (const name of people) {
    const lists = given.get(name);
    if (lists === undefined) family.add(name);
    else given.set(name, lists + 1);
  }
  // Names of one list of births alone are rare, or mistyped.
  for (const [name, lists] of given) if (lists < 2) given.delete(name);
  return { given, family };
}

function peopleNames(): string[] {
  const folder = dirname(load.resolve('@cspell/dict-people-names'));
  const lines = readFileSync(join(folder, 'dict/people-names.txt'), 'utf8').split('\n');
  return lines.flatMap(partsOf);
}

const shortest = 3;

/** Words of a name in lower case; short ones are mostly particles. */
const partsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((part) => part.length >= shortest);

/** All strings in a definition, however deep; patterns are left out. */
export function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('{{') ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
