import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { PiiSpan } from '../engine';
import { cueNear, isNumberOfThing } from './cues';
import { isNationalId } from './national-ids';
import { idWord } from './identifiers';
import { scan } from './scan';

/** Groups of digits that may be a phone number, without a word that says so. */
const phoneForm = /\(?\d{2,5}\)?(?:[ -]\d{2,5}){1,4}(?![\p{L}\d/-]|[.,]\d)/uy;
const phoneDigits = { min: 7, max: 13 };
const date = /^(?:\d{4}[- ]\d\d[- ]\d\d|\d\d[- ]\d\d[- ]\d{4})$/;

/**
 * Finds numbers that would be personal data behind a word that announces them: national ids with valid check
 * digits, and groups of digits in the form of phone numbers. Numbers of things ("order no.") are none.
 *
 * @returns spans sorted, without overlaps
 */
export function findUncued(text: string): PiiSpan[] {
  const { runs } = scan(text);
  const spans: PiiSpan[] = [];
  let free = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const start = runs[index]!;
    if (start < free) continue;
    const span = idAt(text, start, runs[index + 1]!, free) ?? groupsAt(text, start, free);
    if (span === null) continue;
    spans.push(span);
    free = span.end;
  }
  return spans;
}

/** Whether a found value of `PHONE` or `NATIONAL_ID` has a word that announces it, or an international form. */
export function isCued(text: string, { start, end, tag }: PiiSpan): boolean {
  if (tag === 'PHONE' && text.slice(start, start + 2).includes('+')) return true;
  return cueNear(text, start, end) === tag;
}

function idAt(text: string, start: number, end: number, free: number): PiiSpan | null {
  const word = idWord(text, start, end, free);
  if (word === null || isNumberOfThing(text, word.start)) return null;
  return isNationalId(text.slice(word.start, word.end), true) ? { ...word, tag: 'NATIONAL_ID' } : null;
}

function groupsAt(text: string, run: number, free: number): PiiSpan | null {
  const start = text[run - 1] === '(' ? run - 1 : run;
  if (start < free || /[\p{L}\d.,/$€£-]/u.test(text[start - 1] ?? '') || isNumberOfThing(text, start))
    return null;
  phoneForm.lastIndex = start;
  const found = phoneForm.exec(text)?.[0];
  if (found === undefined || date.test(found)) return null;
  const digits = found.replaceAll(/\D/g, '');
  if (digits.length < phoneDigits.min || digits.length > phoneDigits.max) return null;
  const isPossible = (['US', 'GB', 'DE', 'FR'] as const).some(
    (country) => parsePhoneNumberFromString(digits, country)?.isPossible() === true,
  );
  return isPossible ? { start, end: start + found.length, tag: 'PHONE' } : null;
}
