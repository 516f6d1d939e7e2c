const monthDays = Uint8Array.of(31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31);
/** Number of digits that a double always represents without rounding. */
export const exactDigits = 15;
/** Upper bound of the characters of a decimal; a longer sequence of digits is no real number. */
const decimalCharsMax = 400;
const POWERS = Float64Array.from({ length: exactDigits + 1 }, (_, i) => Number(`1e${i}`));
/** Characters of an ISO date, after which the time of day follows. */
export const dateChars = 10;
const shortestWithTime = 16;
const fractionStart = 19;
const fractionDigitsMax = 9;
const ZERO = 48;
const NINE = 57;
const MINUS = 45;
const COLON = 58;
const POINT = 46;

/**
 * Double nearest to the canonical decimal in ASCII bytes; NaN for other bytes. Canonical: an optional minus,
 * no leading zeros, digits, optionally a point with digits, at most 400 characters. Ids like `007`, signs
 * like `+5` and exponents are not numbers.
 */
export function decimalOf(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > decimalCharsMax || start >= end) return NaN;
  const negative = bytes[start] === MINUS;
  const digits = negative ? start + 1 : start;
  let at = digits;
  let value = 0;
  let byte = at < end ? bytes[at]! : 0;
  if (byte < ZERO || byte > NINE) return NaN;
  if (byte === ZERO && at + 1 < end && bytes[at + 1] !== POINT) return NaN;
  while (byte >= ZERO && byte <= NINE) {
    value = value * 10 + byte - ZERO;
    byte = ++at < end ? bytes[at]! : 0;
  }
  let places = 0;
  if (at < end) {
    if (byte !== POINT) return NaN;
    byte = ++at < end ? bytes[at]! : 0;
    while (byte >= ZERO && byte <= NINE) {
      value = value * 10 + byte - ZERO;
      places++;
      byte = ++at < end ? bytes[at]! : 0;
    }
    if (places === 0 || at < end) return NaN;
  }
  if (at - digits - (places > 0 ? 1 : 0) > exactDigits) return Number(asciiOf(bytes, start, end));
  if (places > 0) value /= POWERS[places]!;
  return negative ? -value : value;
}

export function asciiOf({ buffer, byteOffset }: Uint8Array, start: number, end: number): string {
  return Buffer.from(buffer, byteOffset + start, end - start).toString('latin1');
}

/**
 * Sort key of an ISO 8601 date, or date and time (`2024-03-14`, `2024-03-14 10:30`,
 * `2024-03-14T10:30:00.5Z`), in ASCII bytes: the number yyyymmddhhmmss; NaN for others. Texts with an offset
 * other than `Z` are not dates here, because their comparison needs conversion.
 */
export function isoKeyOf(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < dateChars || bytes[start + 4] !== MINUS || bytes[start + 7] !== MINUS) return NaN;
  const year = twoDigits(bytes, start) * 100 + twoDigits(bytes, start + 2);
  const month = twoDigits(bytes, start + 5);
  const day = twoDigits(bytes, start + 8);
  // NaN fails each of these comparisons.
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= monthDays[month - 1]!)) return NaN;
  if (month === 2 && day === 29 && !isLeapYear(year)) return NaN;
  const date = (year * 10_000 + month * 100 + day) * 1e6;
  return end - start === dateChars ? date : date + timeKey(bytes, start, end);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/**
 * Number hhmmss of `T10:30`, `T10:30:00` or `T10:30:00.123` after the date, with or without `Z`; NaN for
 * others.
 */
function timeKey(bytes: Uint8Array, start: number, textEnd: number): number {
  const mark = bytes[start + dateChars];
  const end = bytes[textEnd - 1] === 90 ? textEnd - 1 : textEnd;
  const length = end - start;
  if ((mark !== 84 && mark !== 32) || length < shortestWithTime || bytes[start + 13] !== COLON) return NaN;
  const hour = twoDigits(bytes, start + 11);
  const minute = twoDigits(bytes, start + 14);
  if (!(hour < 24 && minute < 60)) return NaN;
  const clock = hour * 10_000 + minute * 100;
  if (length === shortestWithTime) return clock;
  const second = length >= fractionStart && bytes[start + 16] === COLON ? twoDigits(bytes, start + 17) : NaN;
  if (!(second < 60) || (length > fractionStart && !isFraction(bytes, start + fractionStart, end)))
    return NaN;
  return clock + second;
}

function isFraction(bytes: Uint8Array, start: number, end: number): boolean {
  const digits = end - start - 1;
  if (bytes[start] !== POINT || digits < 1 || digits > fractionDigitsMax) return false;
  for (let i = start + 1; i < end; i++) if (!(bytes[i]! >= ZERO && bytes[i]! <= NINE)) return false;
  return true;
}

function twoDigits(bytes: Uint8Array, at: number): number {
  const high = bytes[at]! - ZERO;
  const low = bytes[at + 1]! - ZERO;
  return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? high * 10 + low : NaN;
}
