export type DecimalMark = '.' | ',';

/** Number as a text shows it, before its column decides which mark is the decimal mark. */
export interface WrittenNumber {
  negative: boolean;
  /** Digits with their marks, without the blanks and apostrophes between groups. */
  body: string;
  /** Whether blanks or apostrophes separate its groups. */
  grouped: boolean;
  /** Currency or `%` as written; null for none. */
  unit: string | null;
  /** Decimal mark that the text proves; null where it has no mark, `ambiguous` for a mark as in `1,234`. */
  mark: DecimalMark | 'ambiguous' | null;
}

const charsMax = 40;
const MINUS = 45;
const BRACKET = 40;
const currency =
  '\\p{Sc}|[A-Z]{1,3}\\$|R\\$|EUR|USD|GBP|CHF|JPY|CNY|CAD|AUD|NZD|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|TRY|RUB|UAH|' +
  'ILS|INR|KRW|SGD|HKD|BRL|MXN|ARS|CLP|COP|ZAR|NGN|EGP|AED|SAR|THB|IDR|MYR|PHP|VND|Fr\\.?|kr\\.?|zł|Kč|Ft|lei|лв\\.?|' +
  'руб\\.?|грн\\.?';
const blank = '[ \\u00a0\\u202f]';
const digitsAndMarks = "\\d[\\d.,'’ \\u00a0\\u202f]*\\d|\\d";
const number = new RegExp(
  `^(?<open>\\()?(?<minus>[-−])?${blank}?(?:(?<before>${currency})${blank}?)?(?<inner>[-−])?(?<body>${digitsAndMarks})` +
    `(?:${blank}?(?<after>${currency}|%))?(?<close>\\))?$`,
  'u',
);
const blankGroups = /^\d{1,3}(?:([ \u00a0\u202f'’])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/u;
const divider = /[ \u00a0\u202f'’]/gu;

/**
 * Reads a number with a currency, a percent sign, groups of digits or either decimal mark; null for other
 * texts. Texts with leading zeros (`007`) or a plus are codes or telephone numbers.
 */
export function readWrittenNumber(text: string): WrittenNumber | null {
  if (text.length > charsMax || !mayBeNumber(text.charCodeAt(0), text.charCodeAt(text.length - 1)))
    return null;
  const found = number.exec(text)?.groups;
  if (found === undefined) return null;
  const { open, minus, before, inner, body: shown = '', after, close } = found;
  const bracketed = open !== undefined;
  const signs = [bracketed, minus !== undefined, inner !== undefined].filter(Boolean).length;
  if (bracketed !== (close !== undefined) || signs > 1 || (before !== undefined && after !== undefined))
    return null;
  const grouped = divider.test(shown);
  divider.lastIndex = 0;
  if (grouped && !blankGroups.test(shown)) return null;
  const digits = shown.replaceAll(divider, '');
  if (/^0\d/.test(digits)) return null;
  const mark = markOf(digits, grouped);
  if (mark === undefined) return null;
  return { negative: signs > 0, body: digits, grouped, unit: before ?? after ?? null, mark };
}

/** Whether a text with these first and last UTF-16 units may be a number; false for almost all words. */
export function mayBeNumber(first: number, last: number): boolean {
  return isDigit(first) || isDigit(last) || first === MINUS || first === BRACKET || first > 127;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Decimal mark that the digits prove; undefined where they are not a number. */
function markOf(digits: string, grouped: boolean): WrittenNumber['mark'] | undefined {
  const marks = digits.replaceAll(/\d/g, '');
  if (marks === '') return null;
  const last = marks.at(-1) as DecimalMark;
  const other = otherMark(last);
  if (marks.includes(other)) {
    // The last mark is the decimal mark; all marks before it separate groups.
    return isGrouped(digits.slice(0, digits.lastIndexOf(last)), other) ? last : undefined;
  }
  if (marks.length > 1) return isGrouped(digits, last) ? other : undefined;
  const [whole = '', fraction = ''] = digits.split(last);
  const mayBeGroup = fraction.length === 3 && whole.length <= 3 && whole !== '0' && !grouped;
  return mayBeGroup ? 'ambiguous' : last;
}

function isGrouped(digits: string, mark: DecimalMark): boolean {
  const [first = '', ...groups] = digits.split(mark);
  return first.length >= 1 && first.length <= 3 && groups.every((group) => group.length === 3);
}

function otherMark(mark: DecimalMark): DecimalMark {
  return mark === '.' ? ',' : '.';
}

/** Canonical decimal of a written number whose decimal mark is known. */
export function canonicalDecimal({ negative, body: digits }: WrittenNumber, mark: DecimalMark): string {
  const plain = digits.replaceAll(otherMark(mark), '').replace(mark, '.');
  return negative ? `-${plain}` : plain;
}

/**
 * Decimal mark for which a column's numbers give evidence: null where none is needed, undefined where it is
 * ambiguous or contradictory. `known` is the mark of earlier rows.
 */
export function decimalMark(
  numbers: readonly WrittenNumber[],
  known: DecimalMark | null,
): DecimalMark | null | undefined {
  const marks = new Set(numbers.map(({ mark }) => mark));
  if (marks.has('.') && marks.has(',')) return undefined;
  const proven = marks.has('.') ? '.' : marks.has(',') ? ',' : known;
  if (proven !== null) return proven;
  const isPlain = numbers.every(({ grouped, unit }) => !grouped || unit !== null);
  return marks.has('ambiguous') || !isPlain ? undefined : null;
}
