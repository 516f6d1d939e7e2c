import { asciiBytes } from './ascii-bytes';
import { decimalOf, exactDigits } from './byte-values';

/** Double nearest to a canonical decimal; NaN for other texts (see {@link decimalOf}). */
export function decimalValue(text: string): number {
  const bytes = asciiBytes(text);
  return bytes === null ? NaN : decimalOf(bytes, 0, text.length);
}

/** Compares two canonical decimals of any length by their digits; negative when `a` is less. */
export function compareDecimals(a: string, b: string): number {
  if (a === b) return 0;
  const negative = a.startsWith('-') && b.startsWith('-');
  if (a.startsWith('-') !== b.startsWith('-')) return isZero(a) && isZero(b) ? 0 : a.startsWith('-') ? -1 : 1;
  const order = compareDigits(negative ? a.slice(1) : a, negative ? b.slice(1) : b);
  return negative ? -order : order;
}

function isZero(text: string): boolean {
  return !/[1-9]/.test(text);
}

function compareDigits(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length;
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  const places = Math.max(fractionA.length, fractionB.length);
  const [left, right] = [fractionA.padEnd(places, '0'), fractionB.padEnd(places, '0')];
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Canonical decimal of `digits` divided by 10 to the power of `places`. */
export function decimalText(digits: bigint, places: number): string {
  if (places === 0) return String(digits);
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  return `${digits < 0n ? '-' : ''}${text.slice(0, -places)}.${text.slice(-places)}`;
}

/**
 * JSON of a canonical decimal: a number where a double converts back to the same decimal, otherwise a string.
 */
export function decimalToJson(text: string): string {
  const plain = withoutTrailingZeros(text);
  // A canonical decimal is a valid JSON number.
  if (plain.length <= exactDigits) return plain;
  const value = Number(plain);
  return Number.isFinite(value) && plainDecimal(value) === plain
    ? JSON.stringify(value)
    : JSON.stringify(plain);
}

function withoutTrailingZeros(text: string): string {
  let end = text.length;
  if (text.includes('.')) {
    while (text.charCodeAt(end - 1) === 48) end--;
    if (text.charCodeAt(end - 1) === 46) end--;
  }
  const trimmed = end === text.length ? text : text.slice(0, end);
  return trimmed === '-0' ? '0' : trimmed;
}

/** Decimal notation of a double without an exponent. */
function plainDecimal(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([-+]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', lead = '', rest = '', power = ''] = match;
  const digits = lead + rest;
  const point = 1 + Number(power);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return digits.length <= point
    ? sign + digits.padEnd(point, '0')
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
