import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js';
import type { PiiSpan } from '../engine';
import { cueNear, isNumberOfThing } from './cues';
import { isWordCode } from './scan';

/** Groups of digits with up to two signs between them, and an extension. */
const form = /(?:\+ ?|\()?\(?\d(?:[ ()./\u00A0-]{0,2}\d){4,17}\)?(?: ?(?:x|ext\.?|#) ?\d{1,6})?/iy;
const decimal = /^\d+[.,]\d+$/;
const date = /^\(?(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|[0-3]?\d[-./][0-3]?\d[-./](?:\d{4}|\d\d))(?![-./]?\d)/;
/** Forms that need no cue: North American numbers, and grouped numbers with a leading zero. */
const american =
  /^(?:\(\d{3}\) ?\d{3}[-. ]\d{4}|\d{3}([-. ])\d{3}\1\d{4}|1[-. ]\d{3}[-. ]\d{3}[-. ]\d{4})(?: ?(?:x|ext)|$)/i;
const grouped = /^\(?0\d{1,4}\)?(?:[ /-]\d{2,8}){1,4}$/;
const groupedCountries: readonly CountryCode[] = ['DE', 'FR', 'GB', 'IT', 'NL', 'BE', 'CH', 'AT', 'AU'];

/** The phone number that starts at a run of digits, or at the signs before it; null for none. */
export function phoneAt(text: string, run: number): PiiSpan | null {
  const start = leadOf(text, run);
  if (start > 0 && isPartOfMore(text, start)) return null;
  form.lastIndex = start;
  const found = form.exec(text)?.[0];
  if (found === undefined || date.test(found) || decimal.test(found)) return null;
  const end = start + found.length;
  if (isWordCode(text.charCodeAt(end)) || /^[%€$£]|^[.,]\d/.test(text.slice(end, end + 2))) return null;
  return isPhone(text, start, end) ? { start, end, tag: 'PHONE' } : null;
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
  const isContinued = /\d[ .-]$/.test(text.slice(Math.max(0, start - 2), start));
  const digits = found.replace(/ ?(?:x|ext\.?|#) ?\d+$/i, '').replaceAll(/\D/g, '');
  if (digits.length > 16) return false;
  if (found.startsWith('+') || found.startsWith('(+')) return isInternational(`+${digits}`);
  if (cueNear(text, start, end) === 'PHONE') return digits.length >= 6;
  if (isContinued) return false;
  if (/^00[1-9]/.test(digits) && digits.length >= 10 && isInternational(`+${digits.slice(2)}`)) return true;
  if (american.test(found)) return !isNumberOfThing(text, start);
  return (
    digits.length >= 9 &&
    grouped.test(found) &&
    groupedCountries.some((country) => parsePhoneNumberFromString(found, country)?.isValid() === true)
  );
}

function isInternational(number: string): boolean {
  if (number.length < 9) return false;
  return parsePhoneNumberFromString(number)?.isPossible() === true;
}
