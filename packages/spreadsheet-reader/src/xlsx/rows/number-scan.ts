import { XML_BYTES } from '../../ooxml/xml/bytes';
import * as decimalScale from './decimal-scale';

const { DOT, LESS, LOWER_E, MINUS, PLUS, ZERO } = XML_BYTES;
// Local bindings for speed, as in the cell parser.
const { POWERS_OF_TEN: TEN_TO, scaleByTen } = decimalScale;
/** Digits of one half of a mantissa, each a small integer. */
const HALF_DIGITS = 9;
const DIGITS_MAX = 2 * HALF_DIGITS;
const EXPONENT_DIGITS_MAX = 4;
const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;
const DECIMAL_CHARS_MAX = 1024;

/** End offset of the last scan. One object is reused for a whole sheet. */
export interface NumberScan {
  end: number;
}

/**
 * Decimal number that begins at `from`, as the nearest double; `scan.end` is the offset behind it. NaN where
 * there is none, or where only {@link parseDecimal} can read it: more than 18 digits, an extreme exponent, an
 * undecided last bit.
 */
export function scanNumber(scan: NumberScan, bytes: Buffer, from: number): number {
  const negative = bytes[from] === MINUS;
  const start = negative ? from + 1 : from;
  let at = start;
  let value = 0;
  let digit = bytes[at]! - ZERO;
  while (digit >= 0 && digit <= 9 && at < start + HALF_DIGITS) {
    value = (value * 10 + digit) | 0;
    digit = bytes[++at]! - ZERO;
  }
  if (at === start) return scanLongNumber(scan, bytes, start, negative);
  let fraction = 0;
  if (bytes[at] === DOT) {
    const point = at;
    digit = bytes[++at]! - ZERO;
    while (digit >= 0 && digit <= 9 && at <= start + HALF_DIGITS) {
      value = (value * 10 + digit) | 0;
      digit = bytes[++at]! - ZERO;
    }
    fraction = at - point - 1;
  }
  if (bytes[at] !== LESS) return scanLongNumber(scan, bytes, start, negative);
  scan.end = at;
  // The operands are exact, so that there is one rounding, see `scaleByTen`.
  const magnitude = fraction === 0 ? value : value / TEN_TO[fraction]!;
  return negative ? 0 - magnitude : magnitude;
}

/** Number with any number of digits, and optionally an exponent; `start` is behind the sign. */
function scanLongNumber(scan: NumberScan, bytes: Buffer, start: number, negative: boolean): number {
  let at = start;
  let high = 0;
  let low = 0;
  let digits = 0;
  let point = -1;
  for (;;) {
    const byte = bytes[at]!;
    const digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) {
      if (digits < HALF_DIGITS) high = (high * 10 + digit) | 0;
      else low = (low * 10 + digit) | 0;
      if ((digits > 0 || digit > 0) && ++digits > DIGITS_MAX) break;
    } else if (byte === DOT && point < 0) {
      point = at;
    } else {
      break;
    }
    at++;
  }
  scan.end = at;
  const written = at - start;
  if (digits > DIGITS_MAX || written === 0 || (written === 1 && point >= 0)) return NaN;

  let exponent = point < 0 ? 0 : point + 1 - at;
  if ((bytes[at]! | 0x20) === LOWER_E) exponent += scanExponent(scan, bytes, at + 1);
  const magnitude =
    digits <= HALF_DIGITS
      ? scaleByTen(high, 0, exponent)
      : scaleByTen(high * TEN_TO[digits - HALF_DIGITS]!, low, exponent);
  return negative ? 0 - magnitude : magnitude;
}

/**
 * Signed exponent behind an `E`, NaN where there is none; a long one stops early, which leaves digits unread.
 */
function scanExponent(scan: NumberScan, bytes: Buffer, from: number): number {
  const sign = bytes[from];
  const start = sign === MINUS || sign === PLUS ? from + 1 : from;
  let at = start;
  let value = 0;
  for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++at]! - ZERO) {
    if (at - start === EXPONENT_DIGITS_MAX) break;
    value = value * 10 + digit;
  }
  scan.end = at;
  if (at === start) return NaN;
  return sign === MINUS ? -value : value;
}

/**
 * Decimal number by the engine's own parser, which is slow; NaN where the text is none, or exceeds a double.
 */
export function parseDecimal(text: string): number {
  const trimmed = text.trim();
  if (trimmed.length > DECIMAL_CHARS_MAX || !DECIMAL.test(trimmed)) return NaN;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : NaN;
}
