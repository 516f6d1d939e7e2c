/** ISO 8601: a year, a month, a day, or a time of a day, in UTC unless it has an offset. */
const isoPattern = /^(\d{4}(?:-\d\d(?:-\d\d)?)?)(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:\d\d)?$/;

/** A non-zero digit below milliseconds. */
const belowMilliseconds = /\.\d{3}\d*[1-9]/;

/** Whether a time is not a whole number of milliseconds. @param text as {@link parseMoment} reads it */
export function isBetweenMilliseconds(text: string): boolean {
  return belowMilliseconds.test(text);
}

/**
 * The time in Unix milliseconds, rounded up; null for an invalid text. Values in whole milliseconds compare
 * with the result as they do with the exact time.
 */
export function parseMomentUp(text: string): number | null {
  const ms = parseMoment(text);
  return ms !== null && isBetweenMilliseconds(text) ? ms + 1 : ms;
}

/**
 * Unix milliseconds of an ISO 8601 date (its beginning) or time, in UTC unless it has an offset; null for any
 * other text. Rounds down.
 */
export function parseMoment(text: string): number | null {
  const [, day = '', time, zone] = isoPattern.exec(text) ?? [];
  const ms = Date.parse(time === undefined || zone !== undefined ? text : `${text}Z`);
  const isMoment = isDay(day) && !Number.isNaN(ms) && (zone === undefined || time !== undefined);
  return isMoment ? ms : null;
}

/** Whether the calendar has the day: `Date` reads 30 February as a day in March. */
function isDay(day: string): boolean {
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}
