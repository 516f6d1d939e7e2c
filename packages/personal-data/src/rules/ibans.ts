import { getCountrySpecifications } from 'ibantools';
import { hasIbanDigits } from '../checksums';
import type { PiiSpan } from '../engine';
import { groupGapAt, isWordCode } from './scan';

const ibanCountries = getCountrySpecifications();
const ibanLead = /(?<![A-Za-z\d])([A-Za-z]{2}) ?$/;
const isLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
/** The label of an account number, directly before it. */
const ibanLabel = /\bIBAN\b[\s:#.=-]{0,4}(?:(?:no|nr|is|ist|lautet|number|nummer)\b[\s:#.=-]{0,3})?$/i;
const ibanLabelReach = 24;
/** Characters of country and check digits. */
const ibanHead = 4;

/**
 * The account number (ISO 13616) whose check digits start at `digitsStart`; null for none. Behind the label
 * "IBAN" the length of the country suffices, since digits are misread and mistyped.
 */
export function ibanAt(text: string, digitsStart: number): PiiSpan | null {
  const letters = text[digitsStart - 1] === ' ' ? digitsStart - 1 : digitsStart;
  if (!isLetter(text.charCodeAt(letters - 1)) || !isLetter(text.charCodeAt(letters - 2))) return null;
  const lead = ibanLead.exec(text.slice(Math.max(0, digitsStart - 4), digitsStart));
  if (lead === null) return null;
  const start = digitsStart - lead[0].length;
  const { chars: length, bban_regexp: form } = ibanCountries[lead[1]!.toUpperCase()] ?? {};
  if (typeof length !== 'number' || typeof form !== 'string') return null;
  let iban = lead[1]!;
  let at = digitsStart;
  let isBroken = false;
  while (iban.length < length) {
    if (isWordCode(text.charCodeAt(at))) {
      iban += text[at++]!;
      continue;
    }
    const gap = groupGapAt(text, at);
    if (gap === '' || (isBroken && gap.includes('\n'))) return null;
    isBroken ||= gap.includes('\n');
    at += gap.length;
  }
  if (isWordCode(text.charCodeAt(at)) || !/^[A-Z]{2}\d\d/i.test(iban)) return null;
  const isMeant =
    (hasIbanDigits(iban.toUpperCase()) && new RegExp(form).test(iban.slice(ibanHead).toUpperCase())) ||
    ibanLabel.test(text.slice(Math.max(0, start - ibanLabelReach), start));
  return isMeant ? { start, end: at, tag: 'IBAN' } : null;
}
