import type { PiiSpan } from '../engine';
import { type CueKind, cueNear, isNumberOfThing } from './cues';
import { groupedAt, isNationalId } from './national-ids';

const ssnForm =
  /(?!000|666|9)\d{3}(-| {0,2})(?!00)\d\d\1(?!0000)\d{4}(?![\w-])|(?!000|666|9)\d{3}\s{0,2}-\s{0,2}(?!00)\d\d\s{0,2}-\s{0,2}(?!0000)\d{4}(?![\w-])/y;
const idMax = 32;
const idChar = /[A-Za-z0-9]/;
const joint = /[./-]/;

/** Values that only a cue word identifies: least number of digits, and form. */
const CUED: Partial<Record<CueKind, { digitsMin: number; form: RegExp }>> = {
  PASSPORT: {
    digitsMin: 5,
    form: /^[A-Z]{0,3}-?\d{5,9}[A-Z]?$|^[A-Z]\d{2}[A-Z]{2}\d{4}$|^[CFGHJK-NPRTV-Z\d]{9}$/i,
  },
  DRIVER_LICENSE: { digitsMin: 4, form: /^[A-Z\d](?:[A-Z\d]|-(?=[A-Z\d])){4,19}$/i },
  BANK_ACCOUNT: { digitsMin: 6, form: /^\d{2,12}(?:[-/.]\d{1,12}){0,4}$/ },
  MEDICAL_RECORD: { digitsMin: 4, form: /^[A-Z]{0,5}[-/]?\d{2,12}(?:[-/][A-Z\d]{1,8}){0,2}$/i },
};

/** The social security number (with hyphens, or with a cue) that starts at a run of digits; null for none. */
export function ssnAt(text: string, start: number): PiiSpan | null {
  if (start > 0 && /[\w-]/.test(text[start - 1]!)) return null;
  if (text[start - 1] === '.' && /\d/.test(text[start - 2] ?? '')) return null;
  ssnForm.lastIndex = start;
  const found = ssnForm.exec(text);
  if (found === null) return null;
  const end = start + found[0].length;
  const isMeant = found[1] === '-' ? !isNumberOfThing(text, start) : cueNear(text, start, end) === 'SSN';
  return isMeant ? { start, end, tag: 'SSN' } : null;
}

/** Bank codes and account numbers in groups parted by blanks. */
const bankGroups =
  /(?:\d{3} \d{3} \d{2}|\d{2} \d{2} \d{2}|\d{3,4}(?: \d{3,4}){1,2}(?: \d{2})?)(?![\p{L}\d]| \d)/uy;
/** Characters before such groups in which a word for them is looked for. */
const bankCueChars = 32;
/** Words before the number of a bank or an account, among the cues of `BANK_ACCOUNT`. */
const bankNumbers =
  /(?:sort code|blz|bankleitzahl|kto|konto(?:nummer|nr)?|account|acct|routing)\b[^\p{L}\d]{0,3}(?:(?:no|nr|number|nummer)\b[^\p{L}\d]{0,3})?$/iu;

/** The bank code or account number in groups that starts at a run of digits, behind a word for it; null for none. */
export function bankNumberAt(text: string, start: number): PiiSpan | null {
  bankGroups.lastIndex = start;
  const found = bankGroups.exec(text)?.[0];
  if (found === undefined || !bankNumbers.test(text.slice(Math.max(0, start - bankCueChars), start)))
    return null;
  return { start, end: start + found.length, tag: 'BANK_ACCOUNT' };
}

const healthService = /\d{3}[ -]\d{3}[ -]\d{4}(?![\w-])/y;

/** Whether a number of the British health service has a valid check digit (modulo 11). */
function isHealthService(value: string): boolean {
  const digits = Array.from(value.replaceAll(/\D/g, ''), Number);
  const sum = digits.slice(0, -1).reduce((total, digit, place) => total + digit * (10 - place), 0);
  return (11 - (sum % 11)) % 11 === digits.at(-1);
}

/**
 * The identifier in groups parted by blanks whose first digits start at `runStart`; null for none.
 *
 * @param free offset before which all text belongs to earlier spans
 */
export function groupedIdAt(text: string, runStart: number, free: number): PiiSpan | null {
  healthService.lastIndex = runStart;
  const health = healthService.exec(text)?.[0];
  if (
    health !== undefined &&
    isHealthService(health) &&
    cueNear(text, runStart, runStart + health.length) === 'MEDICAL_RECORD'
  )
    return { start: runStart, end: runStart + health.length, tag: 'MEDICAL_RECORD' };
  const place = groupedAt(text, runStart, (start, end) => cueNear(text, start, end) === 'NATIONAL_ID');
  return place === null || place.start < free ? null : { ...place, tag: 'NATIONAL_ID' };
}

/**
 * The identifier around a run of digits that has a form with check digits, or a cue word; null for none.
 *
 * @param free offset before which all text belongs to earlier spans
 */
export function identifierAt(text: string, runStart: number, runEnd: number, free: number): PiiSpan | null {
  const word = idWord(text, runStart, runEnd, free);
  if (word === null) return null;
  const kind = cueNear(text, word.start, word.end);
  const value = text.slice(word.start, word.end);
  const tag = kind !== null && isCued(kind, value) ? kind : null;
  if (tag !== null) return { ...word, tag };
  return isNationalId(value, kind === 'NATIONAL_ID') ? { ...word, tag: 'NATIONAL_ID' } : null;
}

function isCued(kind: CueKind, value: string): boolean {
  const cued = CUED[kind];
  return cued !== undefined && cued.form.test(value) && value.replaceAll(/\D/g, '').length >= cued.digitsMin;
}

/** Letters and digits around a run, joined by single hyphens, dots and slashes. */
export function idWord(
  text: string,
  runStart: number,
  runEnd: number,
  free: number,
): { start: number; end: number } | null {
  let start = runStart;
  while (start > free && runStart - start < idMax && belongs(text, start - 1)) start--;
  let end = runEnd;
  while (end < text.length && end - start <= idMax && belongs(text, end)) end++;
  while (start < runStart && joint.test(text[start]!)) start++;
  while (end > runEnd && joint.test(text[end - 1]!)) end--;
  return end - start > idMax || end - start < 5 ? null : { start, end };
}

function belongs(text: string, at: number): boolean {
  const char = text[at]!;
  if (idChar.test(char)) return true;
  return joint.test(char) && idChar.test(text[at - 1] ?? '') && idChar.test(text[at + 1] ?? '');
}
