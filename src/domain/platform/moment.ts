/** ISO 8601: a year, a month, a day, or a time of a day, which is UTC unless it says otherwise. */
const isoPattern = /^(\d{4}(?:-\d\d(?:-\d\d)?)?)(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:\d\d)?$/;

/** A part of a millisecond that is not zero. */
const belowMilliseconds = /\.\d{3}\d*[1-9]/;

/** Whether a moment lies between two milliseconds. @param text as {@link parseMoment} reads it */
export function isBetweenMilliseconds(text: string): boolean {
  return belowMilliseconds.test(text);
}

/**
 * The first whole millisecond that is not before a moment; null for a text that is none. What is kept in whole
 * milliseconds lies before it, or not before it, as it does of the moment.
 */
export function parseMomentUp(text: string): number | null {
  const ms = parseMoment(text);
  return ms !== null && isBetweenMilliseconds(text) ? ms + 1 : ms;
}

/**
 * Unix milliseconds of an ISO 8601 date (its beginning) or time, in UTC unless it says otherwise; null for
 * any other text. Parts of a millisecond are cut off.
 */
export function parseMoment(text: string): number | null {
  const [, day = '', time, zone] = isoPattern.exec(text) ?? [];
  const ms = Date.parse(time === undefined || zone !== undefined ? text : `${text}Z`);
  const isMoment = isDay(day) && !Number.isNaN(ms) && (zone === undefined || time !== undefined);
  return isMoment ? ms : null;
}

/** Whether the calendar has it: the 30th of February would be read as a day in March. */
function isDay(day: string): boolean {
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}
