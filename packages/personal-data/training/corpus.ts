import * as fakers from '@faker-js/faker';
import type { Faker } from '@faker-js/faker';
import { createDice, type Dice } from '../../../bench/generate/dice';
import { FOREIGN_PEOPLE_TEMPLATES, PEOPLE_TEMPLATES } from './people-templates';
import { NOUN_TEMPLATES, NOUNS } from './nouns';
import { PUBLIC_TEMPLATES } from './public-templates';
import { fillTemplate } from './sentences';
import type { Filling, Piece } from './filling';
import { MIXED_TEMPLATES } from './mixed-templates';
import { VALUE_TEMPLATES } from './value-templates';

/** Countries whose names, places and companies fill the sentences; English ones come more often. */
export const LOCALES = (
  'en en en en en en_US en_US en_GB en_GB en_AU en_CA en_IN en_ZA en_NG de de de_AT de_CH fr fr fr_BE fr_CH es es es_MX ' +
  'it it nl nl nl_BE pt_BR pt_PT pl cs_CZ sk sv da nb_NO fi hu hr sr_RS_latin sl_SI ro tr el ru uk lv id_ID vi af_ZA yo_NG'
).split(' ');

/** Words that are no names. */
export interface PublicWords {
  /** Words of the vocabulary, frequent ones first. */
  publicWords: readonly string[];
  /** Words of other languages, a list for each. */
  foreign: readonly (readonly string[])[];
  /** Everyday words by language. */
  everyday: ReadonlyMap<string, readonly string[]>;
}

/** Texts with labels, the same for the same seed. */
export interface Corpus {
  next(): Piece[];
}

/**
 * A source of texts.
 *
 * @param words words that fill sentences
 */
export function createCorpus(seed: number, words: PublicWords): Corpus {
  const dice = createDice(seed);
  const all = fakers as unknown as Record<string, Faker>;
  const byLocale = new Map<string, Faker>();
  for (const locale of new Set(LOCALES)) {
    const faker = all[`faker${locale.toUpperCase()}`] ?? all[`faker${upperStart(locale)}`];
    if (faker === undefined) throw new Error(`No locale ${locale}`);
    faker.seed(seed);
    faker.setDefaultRefDate('2026-01-01T00:00:00.000Z');
    byLocale.set(locale, faker);
  }
  const english = byLocale.get('en')!;
  const makeOne = (): Piece[] => {
    const locale = dice.pick(LOCALES);
    const filling: Filling = {
      dice,
      local: byLocale.get(locale)!,
      english,
      words: words.publicWords,
      foreignWords: dice.pick(words.foreign),
      nouns: ofLanguage(NOUNS, locale) ?? [],
      everyday: words.everyday.get(locale.slice(0, 2)) ?? [],
      language: locale.slice(0, 2),
    };
    return fillTemplate(pickTemplate(dice, locale), filling);
  };
  return {
    next: () => {
      const texts = dice.fraction() < 0.7 ? 1 : dice.between(2, 4);
      const separator = dice.pick([' ', ' ', '\n', '\n\n', '  ', ' | ']);
      const pieces: Piece[] = [];
      for (let text = 0; text < texts; text++)
        pieces.push(...(text === 0 ? [] : [{ text: separator, label: 'O' }]), ...makeOne());
      return changeCase(pieces, dice);
    },
  };
}

const upperStart = (locale: string): string => locale.replace(/^[a-z]{2}/, (start) => start.toUpperCase());

function pickTemplate(dice: Dice, locale: string): string {
  const kind = dice.fraction();
  if (kind < 0.3) return dice.pick(PEOPLE_TEMPLATES);
  if (kind < 0.47) return dice.pick(VALUE_TEMPLATES);
  const foreign = ofLanguage(FOREIGN_PEOPLE_TEMPLATES, locale);
  if (kind < 0.56 && foreign !== undefined) return dice.pick(foreign);
  const mixed = ofLanguage(MIXED_TEMPLATES, locale);
  if (kind < 0.67 && mixed !== undefined) return dice.pick(mixed);
  const nouns = ofLanguage(NOUN_TEMPLATES, locale);
  if (kind < 0.79 && nouns !== undefined) return dice.pick(nouns);
  return dice.pick(PUBLIC_TEMPLATES);
}

/** The entry of a locale, or of its language. */
const ofLanguage = <T>(table: Readonly<Record<string, T>>, locale: string): T | undefined =>
  table[locale] ?? Object.entries(table).find(([key]) => key.slice(0, 2) === locale.slice(0, 2))?.[1];

/** Some texts in lower case only, a few in capitals: personal data is typed that way as well. */
function changeCase(pieces: Piece[], dice: Dice): Piece[] {
  const kind = dice.fraction();
  if (kind < 0.16) return pieces.map(({ text, label }) => ({ text: text.toLowerCase(), label }));
  if (kind < 0.18) return pieces.map(({ text, label }) => ({ text: text.toUpperCase(), label }));
  return pieces;
}
