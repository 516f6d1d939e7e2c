/** Days from the epoch of the 1900 system to that of the 1904 system. */
export const daysTo1904 = 1462;
/** First serial past 9999-12-31, where spreadsheets stop showing dates. */
export const serialEnd = 2_958_466;
export const secondsPerDay = 86_400;
const millisecondsPerDay = 86_400_000;
/** Serial of 1970-01-01 in the 1900 system. */
const unixEpochSerial = 25_569;
/**
 * Serial of 29 February 1900, a day that the 1900 system counts but that never was; serials below it are one
 * day nearer to the epoch.
 */
const leapQuirkSerial = 60;

export interface CivilDate {
  year: number;
  month: number;
  day: number;
}

const quirkDay: CivilDate = { year: 1900, month: 2, day: 29 };
const dayZero: CivilDate = { year: 1900, month: 1, day: 0 };

/**
 * Calendar date of a whole serial of the 1900 system, 0 to 2,958,465, with its two exceptions as spreadsheets
 * show them: serial 0 is "1900-01-00" and 60 is "1900-02-29". Days to dates as in H. Hinnant's
 * `civil_from_days` (https://howardhinnant.github.io/date_algorithms.html).
 */
export function civilOfSerial(serial: number): CivilDate {
  if (serial === leapQuirkSerial) return quirkDay;
  if (serial === 0) return dayZero;
  const shifted = (serial < leapQuirkSerial ? serial + 1 : serial) - unixEpochSerial + 719_468;
  const era = (shifted / 146_097) | 0;
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra =
    ((dayOfEra - ((dayOfEra / 1460) | 0) + ((dayOfEra / 36_524) | 0) - ((dayOfEra / 146_096) | 0)) / 365) | 0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0));
  const marchMonth = ((5 * dayOfYear + 2) / 153) | 0;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - (((153 * marchMonth + 2) / 5) | 0) + 1,
  };
}

/** Weekday, 0 for Sunday; the 1900 system calls its first day a Sunday. */
export function weekdayOfSerial(serial: number): number {
  return (serial + 6) % 7;
}

/**
 * ISO 8601 form of a serial: `2024-03-14`; with a time of day `2024-03-14T10:30:00` (`.250` for
 * milliseconds); a time `10:30:00` for serials below 1; null for serials outside the calendar. Serial 60 of
 * the 1900 system, which is no real day, becomes 1900-02-28.
 */
export function isoOfSerial(serial: number, date1904: boolean): string | null {
  let value = serial + (date1904 ? daysTo1904 : 0);
  if (!(value >= 0 && value < serialEnd)) return null;
  const bareTime = serial < 1 && (serial > 0 || !date1904);
  value = Math.round(value * millisecondsPerDay) / millisecondsPerDay;
  let day = Math.floor(value);
  let milliseconds = Math.round((value - day) * millisecondsPerDay);
  if (milliseconds === millisecondsPerDay) {
    day++;
    milliseconds = 0;
  }
  if (bareTime && (milliseconds !== 0 || serial === 0)) return timeOfDay(milliseconds);
  if (day >= serialEnd) return null;
  const date = civilOfSerial(day);
  const dayOfMonth = date === quirkDay ? 28 : date.day;
  const iso = `${date.year}-${TWO_DIGITS[date.month]!}-${TWO_DIGITS[dayOfMonth]!}`;
  return milliseconds === 0 ? iso : `${iso}T${timeOfDay(milliseconds)}`;
}

function timeOfDay(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const fraction = milliseconds - seconds * 1000;
  const minutes = Math.floor(seconds / 60);
  const clock = `${TWO_DIGITS[Math.floor(minutes / 60)]!}:${TWO_DIGITS[minutes % 60]!}:${TWO_DIGITS[seconds % 60]!}`;
  return fraction === 0 ? clock : `${clock}.${String(fraction).padStart(3, '0')}`;
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'));
