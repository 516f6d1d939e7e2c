const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const rfc2822 =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun), ?)?(\d{1,2}) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec) (\d{4})(?: (\d{2}):(\d{2})(?::(\d{2}))? (ut|utc|gmt|z|[+-]\d{4}))?$/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Numbers from here on are milliseconds, smaller ones seconds. */
const firstMilliseconds = 1e11;
/** Epochs below, but for 0, are more likely counts: March 1973 in seconds. */
const firstLikelyEpoch = 1e8;
/** Largest time of JavaScript, and so of a column. */
const lastTime = 8.64e15;

/**
 * Reads a date: ISO 8601 with a day, RFC 2822, or an epoch in seconds or milliseconds. Dates without a zone are
 * in UTC.
 *
 * @returns Unix milliseconds; null for anything else, and for days that no calendar has
 */
export function readDate(value: unknown): number | null {
  if (typeof value === 'number') return readEpoch(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return readDateText(text) ?? (/^-?\d{1,16}$/.test(text) ? readEpoch(Number(text)) : null);
}

/** Reads a date that is written as one: ISO 8601 or RFC 2822. */
export function readDateText(text: string): number | null {
  if (text.length < 10 || text.length > 40) return null;
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

/** Whether a value is an epoch of recent times, in a field whose name speaks of a date. */
export function isNamedEpoch(name: string, value: unknown): boolean {
  if (!isDateName(name)) return false;
  const epoch = typeof value === 'string' && /^\d{9,14}$/.test(value) ? Number(value) : value;
  return typeof epoch === 'number' && (epoch === 0 || epoch >= firstLikelyEpoch) && readEpoch(epoch) !== null;
}

/** Whether a name speaks of a date: `created_at`, `createdAt`, `date`, `release_date`. */
function isDateName(name: string): boolean {
  return name.endsWith('_at') || name.endsWith('At') || /date/i.test(name);
}

function readEpoch(value: number): number | null {
  const ms = Math.abs(value) < firstMilliseconds ? value * 1000 : value;
  return Math.abs(ms) <= lastTime ? Math.round(ms) : null;
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
