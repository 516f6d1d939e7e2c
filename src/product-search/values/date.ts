import { type DateOrder } from '../../domain/products/field-table';
import { foldText } from '../words/words';
import { monthOf } from './month-names';

const clock = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])\.?m\.?)?(?: ?(z|ut|utc|gmt|[-+]\d{2}(?::?\d{2})?))?`;
const iso = new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})(?:[t ]${clock})?$`);
/** Year first, with signs of its own: `2024/03/01`, `2024-3-1`. */
const yearFirst = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?:,? ${clock})?$`);
/** Day or month first: `01.02.2024`, `3/1/24, 10:15 AM`. */
const yearLast = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})(?:,? ${clock})?$`);
const weekday = String.raw`(?:\p{L}{2,12}[.,]{0,2} )?`;
/** `1. March 2024`, `3 de marzo de 2024`, `12-Jan-2024`. */
const dayAndName = new RegExp(
  `^${weekday}(\\d{1,2})(?:\\.|st|nd|rd|th|er|o|a)?[ -]?(?:of |de )?(\\p{L}{3,10})\\.?[ ,-]{0,2}(?:de |del |do )?(\\d{4})(?:,? (?:at |um |a )?${clock})?$`,
  'u',
);
/** `March 3, 2024`. */
const nameAndDay = new RegExp(
  `^${weekday}(\\p{L}{3,10})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?:,? (?:at )?${clock})?$`,
  'u',
);
const compactDay = /^([12]\d{3})(\d{2})(\d{2})$/;
const yearAndMonth = /^([12]\d{3})(?:[-/.](\d{1,2}))?$/;

/** Epochs are seconds, or milliseconds, of these years; other numbers are counts and codes. */
const firstEpoch = Date.UTC(1990, 0) / 1000;
const lastEpoch = Date.UTC(2100, 0) / 1000;
const dayMs = 86_400_000;
/** Years of two digits from this on are those of the last century. */
const lastCentury = 70;
const textCharsMax = 48;

/** A time from `start` to before `end`, in Unix milliseconds. */
export interface Period {
  start: number;
  end: number;
}

/**
 * Reads a date: ISO 8601, RFC 2822, `2024/03/01`, `2024-3-1`, `20240301`, `01.02.2024`, `3/1/2024 10:15 AM`,
 * `3. März 2024`, a year with or without a month, or an epoch of 1990 to 2100 in seconds or milliseconds.
 * Dates without a zone are in UTC.
 *
 * @param order of day and month in the column; null to read `13/02/2024` but not `03/02/2024`
 * @returns Unix milliseconds of its beginning; null for anything else, and for days that no calendar has
 */
export function readDate(value: unknown, order: DateOrder | null = null): number | null {
  return readPeriod(value, order)?.start ?? null;
}

/** The time that a date stands for: all of a year, month or day, else one millisecond; null as `readDate`. */
export function readPeriod(value: unknown, order: DateOrder | null = null): Period | null {
  if (typeof value === 'number') return readNumberPeriod(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{1,16}$/.test(text)) return readNumberPeriod(Number(text));
  const year = readYear(text);
  if (year !== null) return year;
  const read = readDateText(text) ?? dottedDate(text);
  const start = read === null ? null : timeOf(read, order);
  return start === null ? null : { start, end: start + (text.includes(':') ? 1 : dayMs) };
}

function readNumberPeriod(value: number): Period | null {
  const text = String(value);
  const period = readYear(text) ?? readDay(compactDay.exec(text));
  const start = period === null ? readEpoch(value) : null;
  return start === null ? period : { start, end: start + 1 };
}

function readYear(text: string): Period | null {
  const [, year, month] = yearAndMonth.exec(text) ?? [];
  if (year === undefined || Number(month ?? 1) < 1 || Number(month ?? 1) > 12) return null;
  const at = (months: number) => Date.UTC(Number(year), months);
  return month === undefined
    ? { start: at(0), end: at(12) }
    : { start: at(Number(month) - 1), end: at(Number(month)) };
}

function readDay(match: readonly string[] | null | undefined): Period | null {
  const [, year, month, day] = match ?? [];
  if (year === undefined) return null;
  const start = time([Number(year), Number(month), Number(day)], []);
  return start === null ? null : { start, end: start + dayMs };
}

/** Times that a text may stand for, in Unix milliseconds: by the day first, and by the month first. */
export interface DateReading {
  day: number | null;
  month: number | null;
}

const inBoth = (start: number | null): DateReading | null =>
  start === null ? null : { day: start, month: start };

function timeOf({ day, month }: DateReading, order: DateOrder | null): number | null {
  if (order !== null) return order === 'day' ? day : month;
  return day === null || month === null || day === month ? (day ?? month) : null;
}

/** Reads a date that is written as one, and is nothing else, such as a code or a version. */
export function readDateText(text: string): DateReading | null {
  if (text.length < 8 || text.length > textCharsMax || !/^\d|\d{4}/.test(text)) return null;
  const folded = foldText(text);
  if (/^\d{4}/.test(folded)) {
    const isoMatch = iso.exec(folded);
    if (isoMatch !== null) return inBoth(time(numbers(isoMatch, 1, 2, 3), isoMatch.slice(4)));
    return folded[4] === '.' ? null : slashedDate(folded);
  }
  const last = yearLast.exec(folded);
  if (last !== null) return readYearLast(last);
  const named = dayAndName.exec(folded);
  if (named !== null) return namedDate(named[3]!, named[2]!, named[1]!, named.slice(4));
  const english = nameAndDay.exec(folded);
  return english === null ? null : namedDate(english[3]!, english[1]!, english[2]!, english.slice(4));
}

function slashedDate(text: string): DateReading | null {
  const match = yearFirst.exec(text);
  return match === null ? null : inBoth(time(numbers(match, 1, 3, 4), match.slice(5)));
}

/** `2024.03.01` is a date only where that is expected. */
function dottedDate(text: string): DateReading | null {
  return text.length > textCharsMax ? null : slashedDate(text.toLowerCase());
}

function readYearLast(match: RegExpExecArray): DateReading | null {
  const [, first, sign, second, written] = match;
  const isDotted = sign === '.';
  const isShort = written!.length === 2;
  // `1.2.10` is a version.
  if (isShort && isDotted && (first!.length < 2 || second!.length < 2)) return null;
  const year = isShort ? Number(written) + (Number(written) < lastCentury ? 2000 : 1900) : Number(written);
  const rest = match.slice(5);
  const day = time([year, Number(second), Number(first)], rest);
  // No country writes the month first with dots.
  const month = isDotted ? day : time([year, Number(first), Number(second)], rest);
  return day === null && month === null ? null : { day, month };
}

function namedDate(year: string, name: string, day: string, rest: readonly string[]): DateReading | null {
  const month = monthOf(name);
  return month === undefined ? null : inBoth(time([Number(year), month, Number(day)], rest));
}

const numbers = (match: RegExpExecArray, ...places: [number, number, number]) =>
  places.map((place) => Number(match[place])) as unknown as Day;

/** Whether a value is an epoch, or a day without signs, in a field whose name speaks of a date. */
export function isNamedDate(name: string, value: unknown): boolean {
  const number = typeof value === 'string' && /^\d{8,14}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !isDateName(name)) return false;
  return readEpoch(number) !== null || readDay(compactDay.exec(String(number))) !== null;
}

/**
 * Whether a name speaks of a date: `created_at`, `createdAt`, `date`, `release_date`, `Erstelldatum`,
 * `fecha`.
 */
function isDateName(name: string): boolean {
  return (
    name.endsWith('_at') ||
    name.endsWith('At') ||
    /date|datum|fecha|(?:^|[\s_-])(?:data|dato|created|updated|published|modified|timestamp)(?:$|[\s_-])/i.test(name)
  );
} // prettier-ignore

function readEpoch(value: number): number | null {
  const seconds = value >= firstEpoch * 1000 ? value / 1000 : value;
  return seconds >= firstEpoch && seconds < lastEpoch ? Math.round(seconds * 1000) : null;
}

type Day = readonly [year: number, month: number, day: number];

/** A day with the parts of `clock`: hour, minute, second, fraction, a or p, zone. */
function time([year, month, day]: Day, parts: readonly (string | undefined)[]): number | null {
  const [hours, minutes, seconds, fraction, half, zone] = parts;
  const hour = Number(hours ?? 0);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  if (month < 1 || month > 12 || hour > 24 || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCDate() !== day) return null;
  const ms = fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000);
  const inDay = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  date.setUTCHours(inDay, Number(minutes ?? 0), Number(seconds ?? 0), ms);
  return date.getTime() - zoneMs(zone);
} // prettier-ignore

/** Milliseconds that a zone is ahead of UTC. */
function zoneMs(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
}
