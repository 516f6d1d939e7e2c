import { capital, type Filling, type Piece } from './filling';

const SUFFIXES =
  'Street St St. Road Rd Rd. Avenue Ave Ave. Lane Ln Drive Dr Court Ct Boulevard Blvd Way Place Square Terrace Close Crescent Highway Hill Park Parkway Trail Row Walk Grove';
const PREFIXES = [
  'Rua',
  'R',
  'Via',
  'Viale',
  'Calle',
  'C.',
  'Avenida',
  'Rue',
  'rue de la',
  'Avenue',
  'Boulevard',
  'Place',
  'Piazza',
  'ul.',
  'Ulica',
  'Praça',
  'Strada',
  'Str.',
  'Travessa',
  'Paseo',
  'Jalan',
  'Chemin du',
];
const ENDINGS = [
  'straße',
  'strasse',
  'str.',
  'weg',
  'gasse',
  'allee',
  'platz',
  'gatan',
  'vägen',
  'vej',
  'gade',
  'veien',
  'vegen',
  'katu',
  'tie',
  'kuja',
  'straat',
  'laan',
  'plein',
  'plaats',
  'gata',
  'stræde',
  'gränd',
  'polku',
  'hof',
  'ring',
  'braut',
  'götu',
];
const SEPARATORS = [', ', ', ', ' ', '\n', '\n', ',\n', '\n ', '\n  '];

/** The name of a street. */
export function writeStreet({ dice, local, english }: Filling): string {
  const name = () =>
    dice.pick([
      () => local.person.lastName(),
      () => local.person.firstName(),
      () => capital(english.word.noun()),
      () => local.location.city(),
    ])();
  return dice.pick([
    () => local.location.street(),
    () => english.location.street(),
    () => `${name()} ${dice.pick(SUFFIXES.split(' '))}`,
    () => `${dice.pick(PREFIXES)} ${name()}`,
    () => `${dice.pick(PREFIXES)} ${local.person.firstName()} ${local.person.lastName()}`,
    () => `${name()}${dice.pick(ENDINGS)}`,
    () =>
      `${dice.between(1, 199)}${dice.pick(['st', 'nd', 'rd', 'th'])} ${dice.pick(['Street', 'Ave', 'Avenue', 'St'])}`,
    () =>
      `${dice.pick(['N', 'S', 'East', 'West', 'North', 'Old', 'New', 'Upper'])} ${name()} ${dice.pick(SUFFIXES.split(' '))}`,
    () => `${name()} ${name()}`,
  ])();
}

/** A street with the number of a house, before or behind its name. */
export function writeStreetNumbered(filling: Filling): string {
  const { dice } = filling;
  const number = `${dice.between(1, 10 ** dice.between(1, 4))}${dice.fraction() < 0.1 ? dice.pick(['a', 'b', 'A', ' B', '/2', '-4', ' bis']) : ''}`;
  const street = writeStreet(filling);
  const form = dice.fraction();
  if (form < 0.5) return `${number} ${street}`;
  if (form < 0.85) return `${street} ${number}`;
  return `${dice.between(1, 99)} ${street} ${number}`;
}

const secondary = ({ dice }: Filling): string =>
  dice.pick([
    () => `Apt. ${dice.between(1, 999)}`,
    () => `Apt ${dice.between(1, 99)}`,
    () => `Suite ${dice.between(1, 999)}`,
    () => `Unit ${dice.between(1, 99)}`,
    () => `Floor ${dice.between(1, 40)}`,
    () => `#${dice.between(1, 99)}`,
    () => `Flat ${dice.between(1, 40)}`,
    () => `Room ${dice.between(1, 400)}`,
    () => `${dice.between(1, 9)}. OG`,
    () => `Apartment ${dice.between(1, 99)}`,
  ])();

/** Lines of an address of the forces of the United States, or of a post office box. */
function boxLines({ dice, english, local }: Filling): string[] {
  const zip = String(dice.between(1000, 99_999)).padStart(5, '0');
  const state = dice.pick(['AA', 'AE', 'AP']);
  const four = () => String(dice.between(1, 9999)).padStart(4, '0');
  return dice.pick([
    () => [`PSC ${four()}, Box ${four()}`, `${dice.pick(['APO', 'FPO'])} ${state} ${zip}`],
    () => [`Unit ${four()} Box ${four()}`, `${dice.pick(['DPO', 'APO'])} ${state} ${zip}`],
    () => [
      `${dice.pick(['USNV', 'USNS', 'USS', 'USCGC'])} ${english.person.lastName()}`,
      `FPO ${state} ${zip}`,
    ],
    () => [
      `${dice.pick(['P.O. Box', 'PO Box', 'Post Office Box', 'Postfach', 'Apartado', 'Casilla'])} ${dice.between(1, 99_999)}`,
      `${local.location.city()} ${zip}`,
    ],
  ])();
}

function lines(filling: Filling): string[] {
  const { dice, local, english } = filling;
  if (dice.fraction() < 0.12) return boxLines(filling);
  const street = dice.fraction() < 0.3 ? local.location.streetAddress() : writeStreetNumbered(filling);
  const extra = dice.fraction() < 0.35 ? [secondary(filling)] : [];
  const place = dice.fraction() < 0.75 ? local : english;
  const zip = place.location.zipCode();
  const city = dice.fraction() < 0.12 ? place.location.city().toUpperCase() : place.location.city();
  const state =
    dice.fraction() < 0.5 ? english.location.state({ abbreviated: true }) : place.location.state();
  const country = (dice.fraction() < 0.7 ? english : local).location.country();
  const tail = dice.pick([
    () => [`${zip} ${city}`],
    () => [`${city}, ${state} ${zip}`],
    () => [city, `${state} ${zip}`],
    () => [`${city} ${state}`, zip],
    () => [city, country],
    () => [city, `${country} ${zip}`],
    () => [city, zip, country],
    () => [`${zip} ${city}`, country],
    () => [`${city} ${zip}`],
    () => [city],
    () => [],
    () => [city, `, ${state}`, ` ${zip}`],
    () => [city, `${state}, ${country} ${zip}`],
  ])();
  return [street, ...extra, ...tail];
}

/** A postal address on one line or on several. */
export function writeAddress(filling: Filling, separator = filling.dice.pick(SEPARATORS)): Piece[] {
  const written = lines(filling);
  const joined =
    separator === ', ' && filling.dice.fraction() < 0.4
      ? joinMixed(written, filling)
      : written.join(separator);
  return [{ text: joined, label: 'ADDRESS' }];
}

/** Lines put together with a sign of its own between each two of them. */
function joinMixed(written: readonly string[], { dice }: Filling): string {
  return written.reduce((text, line) => text + dice.pick([', ', ' ', ', ', '\n', ',']) + line);
}

/** An address with a sign of quotation in front of each line. */
export function writeQuotedAddress(filling: Filling): Piece[] {
  const sign = filling.dice.pick(['>', '> ', '| ', '# ', '']);
  return lines(filling).flatMap((line) => [
    { text: sign, label: 'O' },
    { text: line, label: 'ADDRESS' },
    { text: '\n', label: 'O' },
  ]);
}
