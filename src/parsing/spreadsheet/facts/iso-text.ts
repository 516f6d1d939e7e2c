const monthDays = Uint8Array.of(31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31);
const dateChars = 10;
const shortestWithTime = 16;
const fractionStart = 19;
const fractionDigitsMax = 9;
const DASH = 45;
const COLON = 58;

/**
 * Place in time of a text that is an ISO 8601 date or a date with a time of day (`2024-03-14`, `2024-03-14 10:30`,
 * `2024-03-14T10:30:00.5Z`), as the number yyyymmddhhmmss; NaN for any other text. Other offsets than `Z` are not taken for
 * dates: they would have to be reckoned with to be compared.
 */
export function isoDateKey(text: string): number {
  const length = text.length;
  if (length < dateChars || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return NaN;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  // NaN fails every one of these comparisons.
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= monthDays[month - 1]!)) return NaN;
  if (month === 2 && day === 29 && !isLeapYear(year)) return NaN;
  const date = (year * 10_000 + month * 100 + day) * 1e6;
  return length === dateChars ? date : date + timeKey(text);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** hhmmss of `T10:30`, `T10:30:00`, `T10:30:00.123`, each with a `Z` or none, behind the date; NaN for anything else. */
function timeKey(text: string): number {
  const mark = text.charCodeAt(dateChars);
  const end = text.charCodeAt(text.length - 1) === 90 ? text.length - 1 : text.length;
  if ((mark !== 84 && mark !== 32) || end < shortestWithTime || text.charCodeAt(13) !== COLON) return NaN;
  const [hour, minute] = [twoDigits(text, 11), twoDigits(text, 14)];
  if (!(hour < 24 && minute < 60)) return NaN;
  const clock = hour * 10_000 + minute * 100;
  if (end === shortestWithTime) return clock;
  const second = end >= fractionStart && text.charCodeAt(16) === COLON ? twoDigits(text, 17) : NaN;
  if (!(second < 60) || (end > fractionStart && !isFraction(text, end))) return NaN;
  return clock + second;
}

function isFraction(text: string, end: number): boolean {
  const digits = end - fractionStart - 1;
  if (text.charCodeAt(fractionStart) !== 46 || digits < 1 || digits > fractionDigitsMax) return false;
  for (let i = fractionStart + 1; i < end; i++) if (!(digit(text, i) >= 0)) return false;
  return true;
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : NaN;
}

/** The text with `T` between date and time. Where two keys are equal, these forms compare by their fractions of a second. */
export function isoForm(text: string): string {
  return text.replace(' ', 'T');
}
