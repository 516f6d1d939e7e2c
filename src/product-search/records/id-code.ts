import { readPeriod } from '../values/date';
import { readNumber } from '../values/number';

const codeCharsMax = 64;
const code = /^[\p{L}\p{N}][\p{L}\p{N}._:#-]*$/u;

/**
 * Last words of names whose digits are a code; those of the first list are one whatever stands before them.
 */
const idWords = new Set('id uuid guid sku ean upc isbn mpn'.split(' '));
const numberWords = new Set('nr no num number code ref reference key nummer numero'.split(' '));
/** Words of names whose values are facts about a record, however they look. */
const factWords = new Set(
  (
    'date day month year time timestamp created updated modified published at on until since ' +
    'datum jahr fecha data jour annee anno ano ' +
    'price cost amount total msrp rrp preis prix precio prezzo preco prijs ' +
    'phone tel telephone mobile cell fax contact whatsapp telefon telefono handy kontakt ' +
    'zip postal postcode plz cap url uri link href image img website web mail email ' +
    'page version size weight width height depth length ' +
    'title name titel nom nombre titulo titolo naam description brand color colour status type'
  ).split(' '),
);
/** Words of names whose values count the records of one file. */
const counterWords = new Set(
  'row line position pos rank index seq sequence zeile ligne fila riga'.split(' '),
);

const digitsAndSigns = /^[\d._:#-]+$/;
const dayFirst = /^\d{1,2}[-./:]\d{1,2}[-./:]\d{2,4}$/;
const isoBeginning = /^\d{4}-\d{2}(?:-\d{2})?(?:T|$)/;
const clock = /^\d{1,2}:\d{2}(?::\d{2})?(?:[ap]m)?$/i;
/** A day and a clock without the signs between them, such as `20240301T101500Z`. */
const stamp = /^\d{8}[T_-]?\d{4,6}Z?$/i;
const withMonth = /^(?:\d{1,2}[-.]?)?(\p{L}{3,9})[-.]?(?:\d{1,2}[-.])?\d{2,4}$/u;
const months =
  /^(?:jan|feb|mar|mrz|apr|may|mai|jun|jul|aug|sept?|o[ck]t|nov|de[cz]|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|avr|mei|mrt|january|february|march|april|june|july|august|september|october|november|december|januar|februar|maerz|juni|juli|oktober|dezember|janvier|fevrier|mars|avril|juin|juillet|aout|septembre|octobre|novembre|decembre)$/i;
const address =
  /^www\.|^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|org|net|io|de|fr|es|it|nl|pt|br|co|uk|eu|shop|html?|jpe?g|png|webp|pdf)$/iu;
const measures = /^\d+(?:[.,]\d+)?(?:x\d+(?:[.,]\d+)?)+\p{L}{0,3}$/iu;

/** What the name of a field says about its values. */
export type NameMeaning = 'id' | 'fact' | 'open';

function wordsOfName(field: string): string[] {
  return field
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Whether a name speaks of the place of a record in a list, such as `position`. */
export function isCounterName(field: string): boolean {
  return wordsOfName(field).some((word) => counterWords.has(word));
}

/** Whether a name speaks of an id, or of something that is none: a date, a price, a phone number, a row. */
export function nameMeaning(field: string): NameMeaning {
  const words = wordsOfName(field);
  const last = words.at(-1) ?? '';
  if (words.some((word) => counterWords.has(word))) return 'fact';
  if (idWords.has(last)) return 'id';
  if (words.some((word) => factWords.has(word))) return 'fact';
  return numberWords.has(last) ? 'id' : 'open';
}

/**
 * Whether a value looks like the code of one record: no blanks, a digit in it, and no date, time, price,
 * measure, phone number, link or text. Digits, with or without signs between them, are a code where the name
 * of the field says so: counts, prices and phone numbers are digits too.
 */
export function isIdCode(meaning: NameMeaning, value: string): boolean {
  if (meaning === 'fact' || value.length > codeCharsMax) return false;
  if (digitsAndSigns.test(value)) return meaning === 'id' && !isDateOfDigits(value);
  if (!/\d/.test(value) || !code.test(value) || isDateOfWords(value)) return false;
  if (/^\d/.test(value) && measures.test(value)) return false;
  return readNumber(value) === null && !isText(value) && !address.test(value);
}

function isDateOfDigits(value: string): boolean {
  if (/^\d+$/.test(value)) return /^(?:19|20)\d{6}$/.test(value) && readPeriod(value) !== null;
  return [dayFirst, clock, stamp].some((form) => form.test(value)) || readPeriod(value) !== null;
}

function isDateOfWords(value: string): boolean {
  if (/^\d/.test(value) && [isoBeginning, clock, stamp].some((form) => form.test(value))) return true;
  const [, month] = withMonth.exec(value) ?? [];
  return month !== undefined && months.test(month);
}

/** Several words that are joined, as in the address of a page. */
function isText(value: string): boolean {
  return value.split(/[-_.]/).filter((part) => /^\p{L}{3,}$/u.test(part)).length > 2;
}
