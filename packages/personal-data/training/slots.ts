import { writeAddress, writeQuotedAddress, writeStreet, writeStreetNumbered } from './addresses';
import { capital, digits, type Filling, letters, type Piece } from './filling';
import { COLORS, MATERIALS, writeProduct } from './goods';
import { writeMedical } from './medical-words';
import { city, placeName, writeFirm, writeOrganization } from './organizations';
import { familyName, givenName, writeInflected, writeInitialed, writePerson, writeTitled } from './persons';
import { BRANDS } from './public-templates';
import { partNumber, simple, writeAmount, writeDate, writeRecordNumber, writeUsername } from './values';
import {
  camel,
  oddWord,
  phrase,
  thing,
  titleWords,
  word,
  writeForeign,
  writeIdentifier,
  writeNoun,
  writeWordSalad,
} from './words';

type Slot = (filling: Filling) => string | readonly Piece[];

const plain = (text: string): Piece => ({ text, label: 'O' });

const labelled =
  (label: string, write: (filling: Filling) => string): Slot =>
  (filling) => [{ text: write(filling), label }];

/** The slots of templates by name. */
export const SLOTS: Readonly<Record<string, Slot>> = {
  person: (filling) => [{ text: writePerson(filling), label: 'PERSON' }],
  titled: labelled('PERSON', writeTitled),
  initialed: labelled('PERSON', writeInitialed),
  inflected: labelled('PERSON', writeInflected),
  first: labelled('PERSON', givenName),
  last: labelled('PERSON', familyName),
  name_csv: (filling) => [
    { text: filling.local.person.firstName(), label: 'PERSON' },
    plain(','),
    { text: filling.local.person.lastName(), label: 'PERSON' },
  ],
  address: (filling) => writeAddress(filling),
  address_csv: (filling) => writeAddress(filling, ', '),
  quotedaddress: (filling) => writeQuotedAddress(filling),
  street: labelled('ADDRESS', writeStreet),
  street_numbered: labelled('ADDRESS', writeStreetNumbered),
  zip: labelled('ADDRESS', ({ local }) => local.location.zipCode()),
  dob: labelled('DATE_OF_BIRTH', (filling) => writeDate(filling, true)),
  username: labelled('USERNAME', writeUsername),
  mrn: labelled('MEDICAL_RECORD', writeRecordNumber),
  org: labelled('ORGANIZATION', writeOrganization),
  firm: labelled('ORGANIZATION', writeFirm),
  brand: labelled('ORGANIZATION', ({ dice, local }) =>
    dice.fraction() < 0.6
      ? dice.pick(BRANDS)
      : dice.fraction() < 0.5
        ? local.person.lastName()
        : local.person.firstName(),
  ),
  modelname: labelled('ORGANIZATION', (filling) => {
    const { dice, local } = filling;
    return dice.pick([
      () => local.person.firstName(),
      () => local.person.lastName(),
      () => capital(word(filling)),
      () => `${capital(word(filling))} ${digits(dice, dice.between(1, 4))}`,
      () => local.location.city(),
    ])();
  }),
  city: labelled('LOCATION', city),
  City: labelled('LOCATION', city),
  region: labelled('LOCATION', ({ dice, english, local }) =>
    dice.pick([
      () => english.location.country(),
      () => english.location.state(),
      () => local.location.country(),
    ])(),
  ),
  place_name: labelled('LOCATION', placeName),
  prose: (filling) =>
    filling.dice.fraction() < 0.5 ? writeWordSalad(filling) : filling.english.hacker.phrase(),
  productprose: (filling) =>
    filling.dice.fraction() < 0.4 ? filling.english.commerce.productDescription() : writeWordSalad(filling),
  foreignprose: writeForeign,
  odd: oddWord,
  Odd: (filling) => capital(oddWord(filling)),
  phrase: (filling) => phrase(filling, 1, 4),
  phrases: (filling) => phrase(filling, 3, 9),
  ident: writeIdentifier,
  code: ({ dice }) => letters(dice, dice.between(2, 8)),
  number5: ({ dice }) => digits(dice, dice.between(4, 6)),
  big: ({ dice }) => digits(dice, dice.between(6, 13)),
  product: writeProduct,
  thing,
  noun: writeNoun,
  medical: writeMedical,
  wort: ({ dice, everyday, nouns }) =>
    everyday.length > 0 ? dice.pick(everyday) : dice.pick(nouns).toLowerCase(),
  floor: ({ dice }) => String(dice.between(1, 40)),
  Thing: (filling) => capital(thing(filling)),
  word,
  Word: (filling) => capital(word(filling)),
  ALLCAPS: (filling) => word(filling).toUpperCase(),
  Title: titleWords,
  TITLE: (filling) => titleWords(filling).toUpperCase(),
  verb: ({ english }) => english.word.verb(),
  adj: ({ english }) => english.word.adjective(),
  Adj: ({ english }) => capital(english.word.adjective()),
  adverb: ({ english }) => english.word.adverb(),
  Adverb: ({ english }) => capital(english.word.adverb()),
  job: ({ dice, english }) => {
    const title = dice.fraction() < 0.5 ? english.person.jobType() : english.person.jobTitle();
    return dice.fraction() < 0.6 ? title.toLowerCase() : title;
  },
  place: ({ dice }) =>
    dice.pick('station airport park church market library school hotel office lake museum beach'.split(' ')),
  color: ({ dice }) => dice.pick(COLORS),
  Color: ({ dice }) => capital(dice.pick(COLORS)),
  Material: ({ dice }) => capital(dice.pick(MATERIALS)),
  size: ({ dice }) =>
    dice.pick(['S', 'M', 'L', 'XL', 'XS', '10', '42', '8.5', '36x34', '100 cm', '2 l', 'Queen']),
  language: ({ dice }) =>
    dice.pick(
      'English German French Spanish Italian Dutch Polish Turkish Russian Chinese Danish Thai Greek Indian Irish Korean Mexican Swedish'.split(
        ' ',
      ),
    ),
  letter: ({ dice }) => letters(dice, 1),
  number: ({ dice }) => String(dice.between(1, 10 ** dice.between(1, 6))),
  longnumber: ({ english }) => english.finance.creditCardNumber({ issuer: 'visa' }).replaceAll('-', ''),
  decimal: ({ dice }) => (dice.fraction() * 10 ** dice.between(0, 4)).toFixed(dice.between(1, 4)),
  amount: writeAmount,
  year: ({ dice }) => String(dice.between(1950, 2030)),
  day: ({ english }) => english.date.weekday(),
  dayabbr: ({ english }) => english.date.weekday({ abbreviated: true }),
  month: ({ english }) => english.date.month(),
  date: (filling) => writeDate(filling),
  time: ({ dice }) =>
    `${String(dice.between(0, 23)).padStart(2, '0')}:${String(dice.between(0, 59)).padStart(2, '0')}`,
  email: ({ dice, local, english }) => {
    const user = simple(local.person.lastName()) || 'kim';
    return dice.fraction() < 0.5
      ? english.internet.email()
      : `${user}@${simple(english.company.name())}.example.com`;
  },
  phone: ({ dice, local }) =>
    dice.fraction() < 0.3
      ? `+${dice.between(30, 49)} ${digits(dice, 3)} ${digits(dice, 6)}`
      : local.phone.number(),
  ip: ({ english }) => english.internet.ipv4(),
  partno: partNumber,
  fn: camel,
  FN: ({ dice, words }) => dice.pick(words).toUpperCase(),
  cell: ({ dice }) => `${letters(dice, 1)}${dice.between(1, 200)}`,
  quoted: () => '> ',
};
