import { electronicFormatIBAN, getCountrySpecifications, isValidIBAN } from 'ibantools';
import { hasLuhnDigit } from '../checksums';
import type { PiiSpan } from '../engine';
import { isWordCode } from './scan';

/**
 * Form of card numbers: 13 to 19 digits without blanks, in groups of four, or in the groups of 14 and 15
 * digits.
 */
const cardForm = /(?:\d{13,19}|(?:\d{4}([ -]))(?:\d{4}\1){2}\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5})(?!\d)/y;

/** First digits of issued cards (ISO/IEC 7812, as the networks publish them), with the valid lengths. */
const issuers: readonly { first: RegExp; lengths: readonly number[] }[] = [
  { first: /^4/, lengths: [13, 16, 19] },
  { first: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { first: /^3[47]/, lengths: [15] },
  { first: /^3(?:0[0-5]|095|[689])/, lengths: [14, 16, 19] },
  { first: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] },
  { first: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { first: /^62/, lengths: [16, 17, 18, 19] },
  { first: /^(?:50|5[6-9]|6[37])/, lengths: [12, 13, 14, 15, 16, 17, 18, 19] },
  { first: /^(?:60|81|82)/, lengths: [16] },
];

const ibanForm = /[a-z]{2}\d{2}(?:[ -]?[a-z\d]){11,30}/iy;
const ibanLengths = getCountrySpecifications();

/** The card number that starts at a run of digits; null for none. */
export function cardAt(text: string, start: number): PiiSpan | null {
  if (start > 0 && (isWordCode(text.charCodeAt(start - 1)) || /[.,]/.test(text[start - 1]!))) return null;
  cardForm.lastIndex = start;
  const found = cardForm.exec(text)?.[0];
  if (found === undefined) return null;
  const digits = found.replaceAll(/\D/g, '');
  const known = issuers.some(({ first, lengths }) => lengths.includes(digits.length) && first.test(digits));
  if (!known || !hasLuhnDigit(digits) || isWordCode(text.charCodeAt(start + found.length))) return null;
  return { start, end: start + found.length, tag: 'CREDIT_CARD' };
}

/** The account number (ISO 13616) whose check digits start at `digitsStart`; null for none. */
export function ibanAt(text: string, digitsStart: number): PiiSpan | null {
  const start = digitsStart - 2;
  if (start < 0 || (start > 0 && isWordCode(text.charCodeAt(start - 1)))) return null;
  const length = ibanLengths[text.slice(start, digitsStart).toUpperCase()]?.chars;
  if (length === undefined || length === null) return null;
  ibanForm.lastIndex = start;
  const found = ibanForm.exec(text)?.[0];
  if (found === undefined) return null;
  let end = start;
  for (let taken = 0; taken < length && end < start + found.length; end++)
    if (isWordCode(text.charCodeAt(end))) taken++;
  if (isWordCode(text.charCodeAt(end))) return null;
  return isValidIBAN(electronicFormatIBAN(text.slice(start, end)) ?? '') ? { start, end, tag: 'IBAN' } : null;
}
