const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const rfc2822 =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun), ?)?(\d{1,2}) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) (\d{4})(?: (\d{2}):(\d{2})(?::(\d{2}))? (ut|utc|gmt|z|[+-]\d{4}))?$/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Year first, with signs of its own: `2024/03/01`, `2024-3-1`. */
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const compactDay = /^([12]\d{3})(\d{2})(\d{2})$/;
const yearAndMonth = /^([12]\d{3})(?:[-/.](\d{1,2}))?$/;

/** Epochs are seconds, or milliseconds, of these years; other numbers are counts and codes. */
const firstEpoch = Date.UTC(1990, 0) / 1000;
const lastEpoch = Date.UTC(2100, 0) / 1000;
const dayMs = 86_400_000;

/** A time from `start` to before `end`, in Unix milliseconds. */
export interface Period {
  start: number;
  end: number;
}

/**
 * Reads a date: ISO 8601, RFC 2822, `2024/03/01`, `2024-3-1`, `20240301`, a year with or without a month, or an
 * epoch of 1990 to 2100 in seconds or milliseconds. Dates without a zone are in UTC.
 *
 * @returns Unix milliseconds of its beginning; null for anything else, and for days that no calendar has
 */
export function readDate(value: unknown): number | null {
  return readPeriod(value)?.start ?? null;
}

/** The time that a date stands for: all of a year, month or day, else one millisecond; null as `readDate`. */
export function readPeriod(value: unknown): Period | null {
  if (typeof value === 'number') return readNumberPeriod(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{1,16}$/.test(text)) return readNumberPeriod(Number(text));
  const start = readDateText(text);
  if (start !== null) return { start, end: start + (text.includes(':') ? 1 : dayMs) };
  return readYear(text) ?? readDay(yearFirst.exec(text)?.toSpliced(2, 1));
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
  const start = time([Number(year), Number(month), Number(day)], [0, 0, 0, 0], undefined);
  return start === null ? null : { start, end: start + dayMs };
}

/** Reads a date that is written as one, and is nothing else: ISO 8601 with a day, `2024/3/1`, RFC 2822. */
export function readDateText(text: string): number | null {
  if (text.length < 8 || text.length > 40) return null;
  const slashed = /^\d{4}[-/]/.test(text) ? readDay(yearFirst.exec(text)?.toSpliced(2, 1)) : null;
  if (slashed !== null) return slashed.start;
  const isoMatch = iso.exec(text);
  if (isoMatch !== null) {
    const [, year, month, day, hour, minute, second, fraction, zone] = isoMatch;
    const ms = fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000);
    return time(
      [Number(year), Number(month), Number(day)],
      [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0), ms],
      zone,
    );
  }
  const match = rfc2822.exec(text);
  if (match === null) return null;
  const [, day, month, year, hour, minute, second, zone] = match;
  return time(
    [Number(year), months.indexOf(month!.toLowerCase()) + 1, Number(day)],
    [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0), 0],
    zone,
  );
}

/** Whether a value is an epoch, or a day without signs, in a field whose name speaks of a date. */
export function isNamedDate(name: string, value: unknown): boolean {
  if (!isDateName(name)) return false;
  const number = typeof value === 'string' && /^\d{8,14}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number') return false;
  return readEpoch(number) !== null || readDay(compactDay.exec(String(number))) !== null;
}

/** Whether a name speaks of a date: `created_at`, `createdAt`, `date`, `release_date`. */
function isDateName(name: string): boolean {
  return name.endsWith('_at') || name.endsWith('At') || /date/i.test(name);
}

function readEpoch(value: number): number | null {
  const seconds = value >= firstEpoch * 1000 ? value / 1000 : value;
  return seconds >= firstEpoch && seconds < lastEpoch ? Math.round(seconds * 1000) : null;
}

type Day = readonly [year: number, month: number, day: number];
type Clock = readonly [hour: number, minute: number, second: number, ms: number];

function time([year, month, day]: Day, clock: Clock, zone: string | undefined): number | null {
  const [hour, minute, second, ms] = clock;
  if (month < 1 || month > 12 || hour > 24 || minute > 59 || second > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCDate() !== day) return null;
  date.setUTCHours(hour, minute, second, ms);
  return date.getTime() - zoneMs(zone);
}

/** Milliseconds that a zone is ahead of UTC. */
function zoneMs(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '');
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return (match[1] === '-' ? -minutes : minutes) * 60_000;
}
