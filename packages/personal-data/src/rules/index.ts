import type { PiiSpan } from '../engine';
import { withoutOverlaps } from '../spans';
import { addressAt } from './addresses';
import { birthDateAt, plateAt } from './announced';
import { cardAt } from './cards';
import { findEmails } from './email';
import { ibanAt } from './ibans';
import { bankNumberAt, groupedIdAt, identifierAt, ssnAt } from './identifiers';
import { findIpv6, ipv4At } from './ip-address';
import { phoneAt } from './phones';
import { scan } from './scan';
import { findSecrets } from './secrets';

/** Strict rules need check digits or a fixed syntax; the others also use cue words. */
export type RuleSet = 'strict' | 'all';

const STRICT_TAGS: ReadonlySet<string> = new Set([
  'EMAIL',
  'IBAN',
  'CREDIT_CARD',
  'IP_ADDRESS',
  'SSN',
  'NATIONAL_ID',
  'PHONE',
]);

/**
 * Finds personal data with a recognisable form. The time is linear in the length of the text: one pass finds
 * signs and digits, and each rule reads a bounded number of characters around them.
 *
 * @returns spans sorted, without overlaps
 */
export function findByRules(text: string, set: RuleSet): PiiSpan[] {
  const { ats, colons, runs } = scan(text);
  const found = [...findEmails(text, ats), ...findIpv6(text, colons)];
  if (set === 'all') found.push(...findSecrets(text));
  const taken = withoutOverlaps(found);
  const numbers = findNumbers(text, runs, taken);
  if (numbers.length === 0) return taken;
  const kept = set === 'all' ? numbers : numbers.filter(({ tag }) => STRICT_TAGS.has(tag));
  return withoutOverlaps([...taken, ...kept]);
}

/** The first rule that matches each run of digits, narrow forms first; runs within `taken` are skipped. */
function findNumbers(text: string, runs: readonly number[], taken: readonly PiiSpan[]): PiiSpan[] {
  const spans: PiiSpan[] = [];
  let free = 0;
  let next = 0;
  for (let index = 0; index < runs.length; index += 2) {
    const start = runs[index]!;
    if (start < free) continue;
    while (next < taken.length && taken[next]!.end <= start) free = Math.max(free, taken[next++]!.end);
    const other = taken[next];
    if (other !== undefined && other.start <= start) continue;
    const span = numberAt(text, start, runs[index + 1]!, free);
    if (span === null || span.start < free || (other !== undefined && span.end > other.start)) continue;
    spans.push(span);
    free = span.end;
  }
  return spans;
}

function numberAt(text: string, start: number, end: number, free: number): PiiSpan | null {
  const length = end - start;
  return (
    (length <= 3 && text[end] === '.' ? ipv4At(text, start) : null) ??
    (length >= 2 ? ibanAt(text, start) : null) ??
    (length >= 4 ? cardAt(text, start) : null) ??
    (length === 3 || length === 9 ? ssnAt(text, start) : null) ??
    (length <= 4 ? birthDateAt(text, start, end) : null) ??
    addressAt(text, start, end) ??
    (length <= 4 ? bankNumberAt(text, start) : null) ??
    groupedIdAt(text, start, free) ??
    (length <= 5 ? plateAt(text, start, end) : null) ??
    identifierAt(text, start, end, free) ??
    phoneAt(text, start)
  );
}
