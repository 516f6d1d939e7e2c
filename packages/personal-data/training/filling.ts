import type { Faker } from '@faker-js/faker';
import type { Dice } from '../../../bench/generate/dice';

/** A piece of a sentence with the label of its words. */
export interface Piece {
  text: string;
  label: string;
}

/** What fills slots: names of one country, words of English. */
export interface Filling {
  dice: Dice;
  /** Names, places and companies. */
  local: Faker;
  /** Words. */
  english: Faker;
  /** Words of the vocabulary, frequent ones first, that are no names. */
  words: readonly string[];
  /** Words of another language that are no names. */
  foreignWords: readonly string[];
  /** Nouns of letters and records in the language of the names; empty for languages without a list. */
  nouns: readonly string[];
  /** Everyday words of that language, frequent ones first; empty for languages without a list. */
  everyday: readonly string[];
  /** Code of that language. */
  language: string;
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const digits = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => dice.between(0, 9)).join('');

export const letters = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(65 + dice.between(0, 25))).join('');
