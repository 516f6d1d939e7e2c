const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const counts = new Intl.NumberFormat();
const milliseconds = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const exactNumbers = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 15 });
const scores = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 });
const signed = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const shares = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
/** Units of relative times, largest first, with their seconds. */
const relativeUnits = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
/** Distance from which a time is shown as its day. */
const relativeSecondsMax = 7 * 86_400;

/** A time of the API in the language and time zone of the browser. */
export const formatMoment = (iso: string): string => moments.format(new Date(iso));

/**
 * A time of the API as its distance from `now`, such as `5 minutes ago`; its day from a week on.
 *
 * @param now in Unix milliseconds
 */
export function formatRelative(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Math.abs(seconds) >= relativeSecondsMax) return dates.format(new Date(iso));
  const unit = relativeUnits.find(([, size]) => Math.abs(seconds) >= size);
  return unit === undefined
    ? relative.format(0, 'second')
    : relative.format(Math.trunc(seconds / unit[1]), unit[0]);
}

/** A number as the browser's language writes it. */
export const formatCount = (value: number): string => counts.format(value);

/** A number of things, such as `1 page` or `2 pages`. */
export const formatThings = (count: number, thing: string, things = `${thing}s`): string =>
  `${counts.format(count)} ${count === 1 ? thing : things}`;

/** A number with all its digits, in the browser's language. */
export const formatNumber = (value: number): string => exactNumbers.format(value);
/** A score or a weight with three decimal places. */
export const formatScore = (value: number): string => scores.format(value);

/** Milliseconds with their unit. */
export const formatMilliseconds = (value: number): string => `${milliseconds.format(value)} ms`;

/** A share between 0 and 1 in percent. */
export const formatShare = (value: number): string => shares.format(value);

/** A difference of two shares between 0 and 1 in percentage points, with its sign. */
export const formatPoints = (value: number): string => `${signed.format(value * 100)} points`;

export const formatDifference = (value: number): string => signed.format(value);

/** A day of UTC in the language of the browser. */
export const formatDay = (at: number): string => days.format(new Date(at));

/** Bytes in the largest binary unit in which the number is at least 1. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let at = 0;
  for (; value >= 1024 && at < units.length - 1; at++) value /= 1024;
  return `${milliseconds.format(value)} ${units[at]!}`;
}

/** Seconds as hours, minutes and seconds. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) return `${counts.format(hours)} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}

/** Milliseconds as such below a second, otherwise as hours, minutes and seconds. */
export const formatSpan = (ms: number): string =>
  ms < 1000 ? formatMilliseconds(ms) : formatDuration(ms / 1000);
