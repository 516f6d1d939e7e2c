import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import type { PiiSpan } from '../engine';
import { type Cue, cueBeside, isNumberOfThing } from './cues';
import { isWordCode } from './scan';

/** Groups of digits with up to two signs or a hyphen between blanks between them, and an extension. */
const form =
  /(?:\+ ?|\()?\(?\d(?:(?:[ ()./-]{0,2}| [-/] |\) ?- ?)\d){4,17}\)?(?: ?(?:x|ext\.?|#) ?\d{1,6})?/iy;
/** Gaps that may part two numbers, where one number does not make sense. */
const wideGap = / {2}| - |[/] | [/]/;
const decimal = /^\d+[.,]\d+$/;
/** A date, or a time, before the number in a list. */
const momentBefore = /(?:\d{4}-\d\d-\d\d|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d\d:\d\d(?::\d\d)?),? {1,2}$/;
/** Units behind a number that is measured or counted. */
const unitBehind =
  /^[ ]?(?:[kMGT]?Hz|[kMGT]i?B|mAh|[kcm]?m|mm|kg|mg|[kM]?W|[kM]?Wh|[km]?V|px|dpi|ms|rpm|lm|€|\$|£|%|EUR|USD|GBP|CHF|dollars?|euros?)(?![\p{L}\d])/u;
/** A noun that is counted: a word in lower case that is no word of a call. */
const countedBehind =
  / (?!(?:now|please|and|or|for|to|if|before|after|at|today|ext|when|is|was|oder|und|bitte|ab|von|bis|wenn|an|ist|et|ou|y|o|e|en|of|between|between|daily|anytime|until|by|with|in|on|as|asap|tomorrow|tonight|heute|morgen|pour|si|para|per|mobile|office|home|work|fax|direct|instead|again|but|so)\b)\p{Ll}{3,}/uy;
const dateAtEnd = /(?<=\d) {1,2}(?:\d{4}-\d\d-\d\d|[0-3]?\d[./][01]?\d[./](?:\d{4}|\d\d))$/;
const cutsMax = 2;
const digitsMin = 6;
const dottedMin = 10;
/** Least digits of a national number without a cue. */
const nationalMin = 9;
const range = /^(\d{1,6})-(\d{1,6})$/;
/** Six digits as they are spoken. */
const pairs = /^\d\d([ .-])\d\d\1\d\d$/;
const thousands = /^\d{1,3}(?: \d{3}){1,3}$/;
const date = /^\(?(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|[0-3]?\d[-./][0-3]?\d[-./](?:\d{4}|\d\d))(?![-./]?\d)/;
/** Forms that need no cue: North American numbers, and grouped numbers with a leading zero. */
const american =
  /^(?:\(\d{3}\) ?\d{3}[-. ]\d{4}|\d{3}([-. ])\d{3}\1\d{4}|1[-. ]\d{3}[-. ]\d{3}[-. ]\d{4})(?: ?(?:x|ext)|$)/i;
const grouped =
  /^\(?0\d{1,4}\)?(?:(?:[ /-]| [-/] )\d{2,8}){1,4}$|^0\d(?:[./]\d\d){4}$|^0\d{2,3}[/.]\d\d\.\d\d\.\d\d$/;
/** National forms without a leading zero: `612 48 90 33`, `91 448 29 10`, `22 834 51 09`, `347 881 2093`. */
const southern = /^[6-9]\d{2}([ .-])\d\d\1\d\d\1\d\d$|^\(?9\d\)?([ .-])\d{3}\2\d\d\2\d\d$/;
const polish = /^\(?\d\d\)?[ /-]\d{3}[ -]\d\d[ -]\d\d$/;
const italian = /^3[2-9]\d[ /-]\d{3} ?\d{3,4}$/;
/** Number of a company and that of a telephone in it: `030 901820-0`. */
const extension = /(?<=\d{4})-\d{1,3}$/;
/** Pairs of digits that slashes part, which are no date. */
const slashed = /^0\d(?:\/\d\d){4}$/;
/** Prepositions directly before numbers, by the countries whose national numbers they announce. */
const prepositions: readonly (readonly [before: RegExp, countries: readonly CountryCode[]])[] = [
  [/(?<!\p{L})(?:unter|an|auf|ruf|T|M):? $/iu, ['DE', 'AT', 'CH']],
  [/(?<!\p{L})(?:au|le|port\.?|T|M):? $/iu, ['FR', 'BE', 'CH']],
  [/(?<!\p{L})(?:al|el|n[úu]mero(?: es)?(?: el)?):? $/iu, ['ES']],
  [/(?<!\p{L})(?:al|il|al numero):? $/iu, ['IT']],
  [/(?<!\p{L})(?:op|via|T|M):? $/iu, ['NL', 'BE']],
  [/(?<!\p{L})(?:pod|pod numer(?:em)?|na numer|nr):? $/iu, ['PL']],
  [/(?<!\p{L})(?:on|at|text):? $/iu, ['GB', 'IE']],
];
const prepositionReach = 16;
/** Countries whose national numbers begin with no zero. */
const withoutZero: ReadonlySet<CountryCode> = new Set(['ES', 'IT', 'PL']);
const groupedCountries: readonly CountryCode[] = ['DE', 'FR', 'GB', 'IT', 'NL', 'BE', 'CH', 'AT', 'AU'];

/** The phone number that starts at a run of digits, or at the signs before it; null for none. */
export function phoneAt(text: string, run: number): PiiSpan | null {
  const start = leadOf(text, run);
  if (start > 0 && isPartOfMore(text, start)) return null;
  form.lastIndex = start;
  const found = form.exec(text)?.[0];
  if (found === undefined) return null;
  const own = found.replace(dateAtEnd, '');
  let span = phoneOf(text, start, own);
  const gap = own.search(wideGap);
  if (span === null && gap > 0) span = phoneOf(text, start, own.slice(0, gap));
  // The last groups may belong to what follows, such as a time or a year.
  for (let cut = own.lastIndexOf(' '), times = 0; span === null && cut > 0 && times < cutsMax; times++) {
    span = phoneOf(text, start, own.slice(0, cut).trimEnd());
    cut = own.lastIndexOf(' ', cut - 1);
  }
  return span;
}

function phoneOf(text: string, start: number, found: string): PiiSpan | null {
  if (found.length < digitsMin) return null;
  if (date.test(found) || (decimal.test(found) && !isDotted(text, start, found))) return null;
  const end = start + found.length;
  const behind = text.slice(end, end + 16);
  if (isWordCode(text.charCodeAt(end)) || /^[%€$£:]\d?|^[.,]\d/.test(behind) || unitBehind.test(behind))
    return null;
  if (!found.startsWith('+') && found.split('/').length > 2 && !slashed.test(found)) return null;
  return isPhone(text, start, end) ? { start, end, tag: 'PHONE' } : null;
}

/** Whether a dot parts the code of a town or a network from the number: `0341.2287164` behind a cue. */
function isDotted(text: string, start: number, found: string): boolean {
  if (found.length < dottedMin || !/^(?:0\d{2,4}|3\d\d)\.\d{6,8}$/.test(found)) return false;
  return cueBeside(text, start, start + found.length)?.kind === 'PHONE';
}

/** Whether the number at `start` continues the text before it: a word, an amount, a date, a decimal. */
function isPartOfMore(text: string, start: number): boolean {
  const before = text[start - 1]!;
  if (text[start] === '+') return /[\p{L}\d]/u.test(before);
  return before === ',' ? /\d/.test(text[start - 2] ?? '') : /[\p{L}\d.$€£%/-]/u.test(before);
}

/** Start of a number: a plus sign, up to two digits and a bracket may precede the run. */
function leadOf(text: string, run: number): number {
  let start = run;
  while (start > 0 && run - start < 2 && /[+(]/.test(text[start - 1]!)) start--;
  if (start === run && text.startsWith('+ ', run - 2)) start -= 2;
  return start;
}

function isPhone(text: string, start: number, end: number): boolean {
  const found = text.slice(start, end);
  const digits = found.replace(/ ?(?:x|ext\.?|#) ?\d+$/i, '').replaceAll(/\D/g, '');
  if (digits.length > 16 || digits.length < digitsMin) return false;
  if (found.startsWith('+') || found.startsWith('(+')) return isInternational(`+${digits}`);
  const cue = cueBeside(text, start, end);
  if (cue?.kind === 'PHONE' && isAnnounced(text, { start, end, digits: digits.length }, cue)) return true;
  if (isContinued(text, start, found)) return false;
  if (/^00[1-9]/.test(digits) && digits.length >= 10 && isInternational(`+${digits.slice(2)}`)) return true;
  if (american.test(found)) return !isNumberOfThing(text, start);
  if (digits.length < nationalMin) return false;
  if (isBehindPreposition(text, start, found)) return true;
  const number = found.replace(extension, '');
  return isValid(number, countriesOfForm(number));
}

/** Countries in whose form a number is written. */
function countriesOfForm(found: string): readonly CountryCode[] {
  if (grouped.test(found)) return groupedCountries;
  if (southern.test(found)) return polish.test(found) ? ['ES', 'PL'] : ['ES'];
  if (polish.test(found)) return ['PL'];
  return italian.test(found) ? ['IT'] : [];
}

const isValid = (found: string, countries: readonly CountryCode[]): boolean =>
  countries.some((country) => parsePhoneNumberFromString(found, country)?.isValid() === true);

/** Whether a preposition before a valid national number announces it: `unter 01714482910`. */
function isBehindPreposition(text: string, start: number, found: string): boolean {
  const before = text.slice(Math.max(0, start - prepositionReach), start);
  return (
    (!thousands.test(found) || /num[eé]r[\p{L}]*:? $|nr:? $/iu.test(before)) &&
    !isNumberOfThing(text, start) &&
    prepositions.some(([form, countries]) => form.test(before) && isNational(found, countries))
  );
}

/** Whether a number is a valid one of a country, with the zero that the country's numbers begin with. */
const isNational = (found: string, countries: readonly CountryCode[]): boolean =>
  (/^\(?0/.test(found) || countries.every((country) => withoutZero.has(country))) &&
  isValid(found, countries);

/** Whether a number is what a cue announces: words of everyday language announce no counts and ranges. */
function isAnnounced(
  text: string,
  { start, end, digits }: { start: number; end: number; digits: number },
  { away, isWeak }: Cue,
): boolean {
  if (digits < digitsMin) return false;
  const found = text.slice(start, end);
  countedBehind.lastIndex = end;
  if (countedBehind.test(text) && !/[:.#] ?$/.test(text.slice(Math.max(0, start - 2), start))) {
    if (isWeak || away > 2) return false;
    if (/^\d+$/.test(found) || thousands.test(found)) return false;
  }
  if (!isWeak) return true;
  const bounds = range.exec(found);
  if (bounds !== null && bounds[1]!.length === bounds[2]!.length && bounds[1]! < bounds[2]!) return false;
  return digits >= 7 || pairs.test(found);
}

/** Whether a number without a cue is the end of a longer row of digits. A date or time before it is none. */
function isContinued(text: string, start: number, found: string): boolean {
  const before = text.slice(Math.max(0, start - 24), start);
  if (!/\d[ .-]{1,2}$/.test(before)) return false;
  return !momentBefore.test(before) && !(before.endsWith(' ') && /^\d{3}([-.])\d{3}\1\d{4}/.test(found));
}

function isInternational(number: string): boolean {
  if (number.length < 9) return false;
  return parsePhoneNumberFromString(number)?.isPossible() === true;
}
