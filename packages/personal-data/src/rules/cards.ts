import { hasLuhnDigit } from '../checksums';
import type { PiiSpan } from '../engine';
import { groupGapAt, isWordCode } from './scan';

/** First digits of issued cards (ISO/IEC 7812, as the networks publish them), with the valid lengths. */
const issuers: readonly { first: RegExp; lengths: readonly number[] }[] = [
  { first: /^4/, lengths: [16, 19] },
  { first: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { first: /^3[47]/, lengths: [15] },
  { first: /^3(?:0[0-5]|095|[689])/, lengths: [14, 16, 19] },
  { first: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] },
  { first: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { first: /^62/, lengths: [16, 17, 18, 19] },
  { first: /^(?:50|5[6-9]|6[37])/, lengths: [16, 18, 19] },
  { first: /^(?:60|81|82)/, lengths: [16] },
];

const cardDigitsMin = 13;
const cardDigitsMax = 19;
/** Sizes of the groups in which cards are printed. */
const layouts = /^(?:1[3-9]|4,4,4,[1-7]|4,6,[45]|4,4,4,4,[1-3]|4,4,5,[24]|6,(?:8|1[0-3])|8,(?:8|11))$/;
/** Words before numbers with a check digit of their own that are no cards. */
const otherCodes =
  /(?:\b(?:ean|gtin|upc|isbn|issn|imei|imeisv|sscc|iccid|asin|barcode|bar code|strichcode)(?:[- ]?\d{1,2})?|\bEAN-?Code)[\s:#="'.]{0,4}(?:(?:no|nr|number|code|is)\b\.?[\s:#="']{0,3})?$/i;
const otherCodesReach = 24;

/** The card number that starts at a run of digits; null for none. */
export function cardAt(text: string, start: number): PiiSpan | null {
  if (isWordCode(text.charCodeAt(start - 1))) return null;
  const end = cardEnd(text, start);
  if (end === null || isDecimalPart(text, start, end)) return null;
  if (otherCodes.test(text.slice(Math.max(0, start - otherCodesReach), start))) return null;
  return { start, end, tag: 'CREDIT_CARD' };
}

/** End of the longest card number among the groups of digits from `start` on; null for none. */
function cardEnd(text: string, start: number): number | null {
  const sizes: number[] = [];
  let digits = '';
  let longest: number | null = null;
  let brokenAt = -1;
  let isTable = false;
  for (let at = start; ;) {
    const group = at;
    while (at - group <= cardDigitsMax && isDigit(text, at)) at++;
    if (at === group) return longest;
    digits += text.slice(group, at);
    if (digits.length > cardDigitsMax) return longest;
    sizes.push(at - group);
    if (
      digits.length >= cardDigitsMin &&
      hasLayout(sizes, brokenAt) &&
      isCardNumber(digits) &&
      !isWordCode(text.charCodeAt(at)) &&
      !(isTable && isCellOfNumbers(text, start, at))
    )
      longest = at;
    const gap = groupGapAt(text, at);
    if (gap === '') return longest;
    if (gap.includes('\n')) {
      if (brokenAt >= 0) return longest;
      brokenAt = sizes.length;
    }
    isTable ||= gap.includes('\t');
    at += gap.length;
  }
}

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};

/** Whether groups are those of a card. The end of a line may lie between two groups or within one. */
function hasLayout(sizes: readonly number[], brokenAt: number): boolean {
  if (layouts.test(sizes.join(','))) return true;
  if (brokenAt < 1 || brokenAt >= sizes.length) return false;
  const joined = [...sizes];
  joined.splice(brokenAt - 1, 2, sizes[brokenAt - 1]! + sizes[brokenAt]!);
  return layouts.test(joined.join(','));
}

function isCardNumber(digits: string): boolean {
  const known = issuers.some(({ first, lengths }) => lengths.includes(digits.length) && first.test(digits));
  return known && hasLuhnDigit(digits);
}

/** Whether numbers stand before or behind in the same row: a table of figures. */
const isCellOfNumbers = (text: string, start: number, end: number): boolean =>
  /\d\t$/.test(text.slice(Math.max(0, start - 2), start)) || /^\t\d/.test(text.slice(end, end + 2));

/**
 * Whether a number is what stands behind a decimal point or comma. Behind a comma it may also be a field of a
 * row: its neighbours end with a comma, a quotation mark, a bracket or the line too.
 */
function isDecimalPart(text: string, start: number, end: number): boolean {
  const point = text[start - 1];
  if ((point !== '.' && point !== ',') || !isDigit(text, start - 2)) return false;
  if (point === '.' || !/^(?:[,;"'\]}|\n\r]|$)/.test(text.slice(end, end + 1))) return true;
  const before = /(?:^|[,;"[{|(\n])-?(\d+)$/.exec(text.slice(Math.max(0, start - 20), start - 1));
  return before === null || before[1] === '0';
}
