import { isoDateKey } from './iso-text';

/** Date as a text shows it: its numbers in their order, and the separator. */
export interface WrittenDate {
  mark: '.' | '/' | '-';
  yearFirst: boolean;
  first: string;
  second: string;
  year: string;
  /** Time of day as in ISO 8601, '' for none. */
  time: string;
}

const yearLast = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,?[ T](\d{1,2}:\d{2}(?::\d{2})?))?$/;
const yearFirst = /^(\d{4})([./])(\d{1,2})\2(\d{1,2})(?:,?[ T](\d{1,2}:\d{2}(?::\d{2})?))?$/;
const charsMax = 20;

/** Reads a date with a year of four digits, `05.01.2026`, `1/5/2026 10:30`; null for other texts. */
export function readWrittenDate(text: string): WrittenDate | null {
  if (text.length > charsMax) return null;
  const last = yearLast.exec(text);
  if (last !== null) {
    const [, first = '', mark = '', second = '', year = '', time = ''] = last;
    return { mark: mark as WrittenDate['mark'], yearFirst: false, first, second, year, time };
  }
  const [, year = '', mark = '', first = '', second = '', time = ''] = yearFirst.exec(text) ?? [];
  return year === ''
    ? null
    : { mark: mark as WrittenDate['mark'], yearFirst: true, first, second, year, time };
}

export type DateOrder = 'day first' | 'month first';

/**
 * Order that a column's dates prove; null where they contradict one another, have several forms, or fit both
 * orders. With points as separators the day is always first.
 */
export function dateOrder(dates: readonly WrittenDate[], known: DateOrder | null): DateOrder | null {
  const [one] = dates;
  if (one === undefined) return null;
  if (dates.some(({ mark, yearFirst: first }) => mark !== one.mark || first !== one.yearFirst)) return null;
  if (one.yearFirst) return 'month first';
  const dayFirst = one.mark === '.' || dates.some(({ first }) => Number(first) > 12);
  const monthFirst = dates.some(({ second }) => Number(second) > 12);
  if (dayFirst && monthFirst) return null;
  return dayFirst ? 'day first' : monthFirst ? 'month first' : known;
}

/**
 * Day number, from 1970, of a text file's date: an ISO date, or one like `05.01.2026`; NaN for other texts.
 */
export function dayOf(text: string): number {
  const written = readWrittenDate(text);
  const isPointed = written?.mark === '.' && !written.yearFirst;
  const iso = isPointed ? isoOfWritten(written, 'day first') : text;
  return iso === null || Number.isNaN(isoDateKey(iso)) ? NaN : Date.parse(iso.slice(0, 10)) / 86_400_000;
}

/** ISO 8601 form of a written date; null where the calendar has no such day. */
export function isoOfWritten({ first, second, year, time }: WrittenDate, order: DateOrder): string | null {
  const [month, day] = order === 'day first' ? [second, first] : [first, second];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const iso = time === '' ? date : `${date}T${time.padStart(time.length < 6 ? 5 : 8, '0')}`;
  return Number.isNaN(isoDateKey(iso)) ? null : iso;
}
