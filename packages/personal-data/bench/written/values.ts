import { stdnum } from 'stdnum';
import { hasIbanDigits, hasLuhnDigit } from '../../src/checksums';
import type { Dice } from '../../../../bench/generate/dice';
import { type NameLists } from './names';

/** A value with the tag under which it is to be masked. */
interface Value {
  text: string;
  tag: string;
}

const digits = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => dice.between(0, 9)).join('');
const capitals = (dice: Dice, count: number, from = 'ABCDEFGHJKLMNPRSTUVWXYZ'): string =>
  Array.from({ length: count }, () => dice.pick(Array.from(from))).join('');
const grouped = (text: string, size: number, gap: string): string =>
  text.match(new RegExp(`.{1,${size}}`, 'g'))!.join(gap);

/** The first of many draws that holds. */
function drawn(draw: () => string, holds: (text: string) => boolean): string {
  for (;;) {
    const text = draw();
    if (holds(text)) return text;
  }
}

const valid =
  (country: string, name: string) =>
  (text: string): boolean =>
    stdnum[country]?.[name]?.validate(text).isValid === true;

/** Blanks and hyphens as word processors and bank statements write them. */
const gapOf = (dice: Dice): string => dice.pick([' ', ' ', ' ', '\u00A0', '\u202F', '  ']);

type MakeValue = (dice: Dice, language: string, lists: NameLists) => string;

const people = (dice: Dice, language: string, { people: names }: NameLists) =>
  dice.fraction() < 0.2 ? names.world! : names[language]!;

const months: Readonly<Record<string, string>> = {
  en: 'January March May August October',
  de: 'Januar März Mai August Oktober',
  fr: 'janvier mars mai août octobre',
  es: 'enero marzo mayo agosto octubre',
  it: 'gennaio marzo maggio agosto ottobre',
  nl: 'januari maart mei augustus oktober',
  pl: 'stycznia marca maja sierpnia października',
};

function birthDate(dice: Dice, language: string): string {
  const [day, month, year] = [dice.between(1, 28), dice.between(1, 12), dice.between(1935, 2008)];
  const two = (value: number) => String(value).padStart(2, '0');
  const name = dice.pick(months[language]!.split(' '));
  return dice.pick([
    `${two(day)}.${two(month)}.${year}`,
    `${two(day)}/${two(month)}/${year}`,
    `${year}-${two(month)}-${two(day)}`,
    language === 'es'
      ? `${day} de ${name} de ${year}`
      : language === 'de'
        ? `${day}. ${name} ${year}`
        : `${day} ${name} ${year}`,
  ]);
}

const ibans: Readonly<Record<string, (dice: Dice) => string>> = {
  en: (dice) => `GB00NWBK${digits(dice, 14)}`,
  de: (dice) => `DE00${digits(dice, 18)}`,
  fr: (dice) => `FR00${digits(dice, 10)}${capitals(dice, 1)}${digits(dice, 12)}`,
  es: (dice) => `ES00${digits(dice, 20)}`,
  it: (dice) => `IT00${capitals(dice, 1)}${digits(dice, 22)}`,
  nl: (dice) => `NL00INGB${digits(dice, 10)}`,
  pl: (dice) => `PL00${digits(dice, 24)}`,
};

function iban(dice: Dice, language: string): string {
  const bare = ibans[language]!(dice);
  let made = bare;
  for (let check = 2; check < 99; check++) {
    made = `${bare.slice(0, 2)}${String(check).padStart(2, '0')}${bare.slice(4)}`;
    if (hasIbanDigits(made)) break;
  }
  return dice.fraction() < 0.3 ? made : grouped(made, 4, gapOf(dice));
}

const phones: Readonly<Record<string, (dice: Dice) => string>> = {
  en: (dice) =>
    dice.pick([
      `020 7946 0${digits(dice, 3)}`,
      `+44 7700 900${digits(dice, 3)}`,
      `01632 960${digits(dice, 3)}`,
      `(415) 555-01${digits(dice, 2)}`,
    ]),
  de: (dice) =>
    dice.pick([
      `0441 ${digits(dice, 6)}`,
      `+49 30 ${digits(dice, 8)}`,
      `030/${digits(dice, 7)}`,
      `0171 – ${digits(dice, 7)}`,
    ]),
  fr: (dice) =>
    dice.pick([
      `01 ${grouped(digits(dice, 8), 2, ' ')}`,
      `+33 6 ${grouped(digits(dice, 8), 2, ' ')}`,
      `06.${grouped(digits(dice, 8), 2, '.')}`,
    ]),
  es: (dice) =>
    dice.pick([
      `91 ${digits(dice, 3)} ${digits(dice, 4)}`,
      `+34 6${digits(dice, 2)} ${digits(dice, 3)} ${digits(dice, 3)}`,
      `6${digits(dice, 8)}`,
    ]),
  it: (dice) =>
    dice.pick([
      `051 ${digits(dice, 6)}`,
      `+39 347 ${digits(dice, 7)}`,
      `347 ${digits(dice, 3)} ${digits(dice, 4)}`,
    ]),
  nl: (dice) => dice.pick([`020-${digits(dice, 7)}`, `+31 6 ${digits(dice, 8)}`, `06-${digits(dice, 8)}`]),
  pl: (dice) =>
    dice.pick([
      `12 ${digits(dice, 3)} ${digits(dice, 2)} ${digits(dice, 2)}`,
      `+48 ${digits(dice, 3)} ${digits(dice, 3)} ${digits(dice, 3)}`,
      `60${digits(dice, 1)} ${digits(dice, 3)} ${digits(dice, 3)}`,
    ]),
};

const plates: Readonly<Record<string, (dice: Dice) => string>> = {
  en: (dice) => `${capitals(dice, 2)}${digits(dice, 2)} ${capitals(dice, 3)}`,
  de: (dice) => `${dice.pick(['OL', 'B', 'HH', 'M', 'LEV'])}-${capitals(dice, 2)} ${dice.between(10, 9999)}`,
  fr: (dice) => `${capitals(dice, 2)}-${digits(dice, 3)}-${capitals(dice, 2)}`,
  es: (dice) => `${digits(dice, 4)} ${capitals(dice, 3, 'BCDFGHJKLMNPRSTVWXYZ')}`,
  it: (dice) => `${capitals(dice, 2)}${digits(dice, 3)}${capitals(dice, 2)}`,
  nl: (dice) => `${digits(dice, 2)}-${capitals(dice, 3)}-${digits(dice, 1)}`,
  pl: (dice) => `${capitals(dice, 2)} ${digits(dice, 5)}`,
};

function address(dice: Dice, language: string, { places }: NameLists): string {
  const { streets, towns } = places[language]!;
  const [street, town] = [dice.pick(streets), dice.pick(towns)];
  const number = dice.between(1, 180);
  return language === 'en' || language === 'fr'
    ? `${number} ${street}, ${town}`
    : `${street} ${number}, ${town}`;
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();

const given: MakeValue = (dice, language, lists) => dice.pick(people(dice, language, lists).given);
const family: MakeValue = (dice, language, lists) => dice.pick(people(dice, language, lists).family);

/** Kinds of values of frames: how they are made, and their tags. */
const KINDS: Readonly<Record<string, readonly [tag: string, make: MakeValue]>> = {
  P: ['PERSON', (...from) => `${given(...from)} ${family(...from)}`],
  N: ['PERSON', (...from) => `${given(...from)} ${family(...from).toUpperCase()}`],
  L: ['PERSON', family],
  G: ['PERSON', given],
  I: ['PERSON', (...from) => `${given(...from).charAt(0)}. ${family(...from)}`],
  EMAIL: [
    'EMAIL',
    (dice, language, { people: names }) =>
      `${plain(dice.pick(names[language]!.given))}.${plain(dice.pick(names[language]!.family))}@${dice.pick(['mail.example', 'post.example.org', 'kontor-nord.example'])}`,
  ],
  PHONE: ['PHONE', (dice, language) => phones[language]!(dice)],
  ADDRESS: ['ADDRESS', address],
  DOB: ['DATE_OF_BIRTH', birthDate],
  IBAN: ['IBAN', iban],
  CARD: [
    'CREDIT_CARD',
    (dice) => {
      const card = drawn(
        () => `${dice.pick(['4', '51', '55', '2221'])}${digits(dice, 15)}`.slice(0, 16),
        hasLuhnDigit,
      );
      return dice.fraction() < 0.3 ? card : grouped(card, 4, dice.pick([gapOf(dice), '-', '\u2011']));
    },
  ],
  USER: [
    'USERNAME',
    (dice, language, { people: names }) =>
      `${plain(dice.pick(names[language]!.family))}${dice.pick(['_', '.', ''])}${dice.between(1, 99)}`,
  ],
  PASSWORD: [
    'PASSWORD',
    (dice) =>
      `${dice.pick(['Sommer', 'Maison', 'Tulip', 'Kawa', 'Verde'])}${dice.between(10, 2030)}${dice.pick(['!', '#', '', '?x'])}`,
  ],
  IP: [
    'IP_ADDRESS',
    (dice) =>
      `${dice.between(11, 199)}.${dice.between(0, 255)}.${dice.between(0, 255)}.${dice.between(1, 254)}`,
  ],
  PASSPORT: ['PASSPORT', (dice) => `${capitals(dice, 1)}${digits(dice, 8)}`],
  PLATE: ['LICENSE_PLATE', (dice, language) => plates[language]!(dice)],
  SSN: ['SSN', (dice) => `${dice.between(100, 660)}-${dice.between(10, 99)}-${dice.between(1000, 9999)}`],
  NHS: [
    'MEDICAL_RECORD',
    (dice) => drawn(() => `${digits(dice, 3)} ${digits(dice, 3)} ${digits(dice, 4)}`, isHealthService),
  ],
  KVNR: ['NATIONAL_ID', (dice) => drawn(() => `${capitals(dice, 1)}${digits(dice, 9)}`, isInsured)],
  AUSWEIS: [
    'NATIONAL_ID',
    (dice) =>
      `L${capitals(dice, 1, 'CFGHJKLMNPRTVWXYZ')}${digits(dice, 2)}${capitals(dice, 1, 'CFGHJKLMNPRTVWXYZ')}${digits(dice, 4)}`,
  ],
  SVNR: [
    'NATIONAL_ID',
    (dice) => drawn(() => `65${digits(dice, 6)}${capitals(dice, 1)}${digits(dice, 3)}`, valid('DE', 'svnr')),
  ],
  STEUER: ['NATIONAL_ID', (dice) => drawn(() => digits(dice, 11), valid('DE', 'idnr'))],
  NIR: [
    'NATIONAL_ID',
    (dice) => {
      const nir = drawn(() => `${dice.pick(['1', '2'])}${digits(dice, 14)}`, valid('FR', 'nir'));
      return nir.replace(/^(.)(..)(..)(..)(...)(...)(..)$/, '$1 $2 $3 $4 $5 $6 $7');
    },
  ],
  DNI: ['NATIONAL_ID', (dice) => drawn(() => `${digits(dice, 8)}${capitals(dice, 1)}`, valid('ES', 'dni'))],
  CF: [
    'NATIONAL_ID',
    (dice) =>
      drawn(
        () =>
          `${capitals(dice, 6)}${dice.between(30, 99)}${capitals(dice, 1, 'ABCDEHLMPRST')}${dice.between(10, 28)}${capitals(dice, 1, 'ABCDEFGHL')}${digits(dice, 3)}${capitals(dice, 1)}`,
        valid('IT', 'codicefiscale'),
      ),
  ],
  BSN: ['NATIONAL_ID', (dice) => drawn(() => digits(dice, 9), valid('NL', 'bsn'))],
  PESEL: ['NATIONAL_ID', (dice) => drawn(() => digits(dice, 11), valid('PL', 'pesel'))],
};

function isHealthService(text: string): boolean {
  const all = Array.from(text.replaceAll(' ', ''), Number);
  const sum = all.slice(0, 9).reduce((total, digit, place) => total + digit * (10 - place), 0);
  return (11 - (sum % 11)) % 11 === all[9];
}

function isInsured(text: string): boolean {
  const letter = String(text.charCodeAt(0) - 64).padStart(2, '0');
  const all = Array.from(letter + text.slice(1), Number);
  const sum = all.slice(0, -1).reduce((total, digit, place) => {
    const product = digit * (place % 2 === 0 ? 1 : 2);
    return total + (product > 9 ? product - 9 : product);
  }, 0);
  return sum % 10 === all.at(-1);
}

/** A value of a kind, with names and places of `lists`. */
export function makeValue(kind: string, dice: Dice, language: string, lists: NameLists): Value {
  const known = KINDS[kind];
  if (known === undefined) throw new Error(`No kind ${kind}`);
  return { tag: known[0], text: known[1](dice, language, lists) };
}
