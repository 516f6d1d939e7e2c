import { civilOfSerial } from './calendar';
import { type JsonText, PLAIN } from './json-text';

/**
 * A date pattern as bytes. A byte below 0x80 is a literal character; any other is a field: twice its index
 * among the values, plus one where it has at least two digits. Most patterns have this form, and dates are
 * the most expensive cells of a sheet.
 */
export type DateSteps = Uint8Array;

const FIELD = 0x80;
const fieldBytesMax = 4;
const ZERO = 48;
/** Indices of the values; the year with four digits comes first, then its last two. */
const HOUR = 4;
const MINUTE = 5;
const SECOND = 6;
const values = new Int32Array(SECOND + 1);
/** Day whose year, month and day are cached; sheets are often sorted by date. */
let knownDay = -1;

/** Step of a field by its index among the values. */
export function fieldStep(place: number, width: number): number {
  return FIELD + place * 2 + (width > 1 ? 1 : 0);
}

/** Steps of a literal; null where it has a character that is escaped in a cell's text. */
export function literalSteps(text: string): number[] | null {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  return units.every((unit) => PLAIN[unit] === 1) ? units : null;
}

/** Writes a whole serial of the 1900 system and a second of its day. */
export function writeDateSteps(out: JsonText, steps: DateSteps, day: number, second: number): void {
  if (day !== knownDay) keepDay(day);
  const minutes = (second / 60) | 0;
  const hour = (minutes / 60) | 0;
  values[HOUR] = hour;
  values[MINUTE] = minutes - hour * 60;
  values[SECOND] = second - minutes * 60;
  out.reserve(steps.length * fieldBytesMax);
  const { bytes, length: start } = out;
  let at = start;
  for (const step of steps) {
    if (step < FIELD) {
      bytes[at++] = step;
      continue;
    }
    let value = values[(step - FIELD) >> 1]!;
    if (value >= 100) {
      const century = (value / 100) | 0;
      const ten = (century / 10) | 0;
      bytes[at++] = ZERO + ten;
      bytes[at++] = ZERO + century - ten * 10;
      value -= century * 100;
    }
    const tens = (value / 10) | 0;
    if (tens > 0 || (step & 1) === 1) bytes[at++] = ZERO + tens;
    bytes[at++] = ZERO + value - tens * 10;
  }
  out.length = at;
  out.chars += at - start;
}

function keepDay(day: number): void {
  const { year, month, day: dayOfMonth } = civilOfSerial(day);
  values[0] = year;
  values[1] = year % 100;
  values[2] = month;
  values[3] = dayOfMonth;
  knownDay = day;
}
