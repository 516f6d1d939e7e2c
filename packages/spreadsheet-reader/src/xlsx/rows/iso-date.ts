const ISO =
  /^(?:(\d{4})-(\d\d)-(\d\d))?(?:[T ]?(\d\d):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?)?(?:Z|[+-]\d\d:\d\d)?$/;
const ISO_CHARS_MAX = 40;
const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
/** Serial of 1970-01-01 in the 1900 system. */
const UNIX_EPOCH_SERIAL = 25_569;
/** Days between the epochs of the two date systems. */
const SYSTEMS_APART_DAYS = 1_462;
/**
 * First serial behind 29 February 1900, a day that the 1900 system counts but that never was; serials before
 * it are one lower.
 */
const FIRST_TRUE_SERIAL = 61;

/**
 * Serial number of an ISO 8601 date, time, or date and time, as in cells of type `d`; NaN for other texts. A
 * time zone is ignored, because spreadsheets show the local time as written.
 */
export function isoToSerial(text: string, date1904: boolean): number {
  if (text.length === 0 || text.length > ISO_CHARS_MAX) return NaN;
  const match = ISO.exec(text);
  if (match === null) return NaN;
  const [, year, month, day, hour, minute, second] = match;
  if (year === undefined && hour === undefined) return NaN;
  const time = (Number(hour ?? 0) * 3600 + Number(minute ?? 0) * 60 + Number(second ?? 0)) / DAY_SECONDS;
  if (year === undefined) return time;
  return daySerial(Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS, date1904) + time;
}

function daySerial(unixDays: number, date1904: boolean): number {
  const serial = unixDays + UNIX_EPOCH_SERIAL;
  if (date1904) return serial - SYSTEMS_APART_DAYS;
  return serial < FIRST_TRUE_SERIAL ? serial - 1 : serial;
}
