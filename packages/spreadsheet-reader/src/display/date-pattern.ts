import { civilOfSerial, secondsPerDay, weekdayOfSerial } from './calendar';
import { type DateSteps, fieldStep, literalSteps, writeDateSteps } from './date-steps';
import { type FormatToken, isPlainLiteral } from './format-sections';
import { type JsonText } from './json-text';

/** Field types of a pattern; numbers, because each date of a sheet passes through a choice among them. */
const DateField = { literal: 0, year: 1, month: 2, day: 3, hour: 4, minute: 5, second: 6, half: 7 } as const;
type DateField = (typeof DateField)[keyof typeof DateField];

/** A field of a date, written with `width` letters in the format, or a literal between two fields. */
export interface DatePart {
  field: DateField;
  width: number;
  /** Text of a literal. */
  text: string;
}

/** A compiled date section. */
export interface DatePattern {
  parts: DatePart[];
  /** True where hours run to 12. */
  halves: boolean;
  /** Pattern for the fast writer; null where it has names, AM/PM or special characters. */
  steps: DateSteps | null;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const FIELDS = {
  y: DateField.year,
  m: DateField.month,
  d: DateField.day,
  h: DateField.hour,
  s: DateField.second,
} as const;
/** Greatest width by field. */
const widthMax = [Infinity, 4, 5, 4, 2, 2, 2, 5];
/** Primary language of a Windows language id. */
const languageMask = 0x3ff;
const english = 9;

/**
 * Compiles a section of `y m d h s`, `AM/PM` and literals, with English names or none; null for others (names
 * of other languages, fractions of seconds, era calendars). `m` beside hours or seconds means minutes.
 */
export function compileDatePattern(tokens: readonly FormatToken[]): DatePattern | null {
  const parts: DatePart[] = [];
  let foreign = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === 'locale') {
      if (token.id > 0xffff) return null;
      // The ids 0xF800 and 0xF400 stand for the system's long date and time; the pattern behind them is their
      // English form.
      foreign = token.id < 0xf000 && (token.id & languageMask) !== english;
      continue;
    }
    if (token.kind === 'literal') {
      parts.push({ field: DateField.literal, width: 0, text: token.text });
      continue;
    }
    const letter = token.text.toLowerCase();
    if (letter === 'a') {
      const mark = wordAt(tokens, i);
      if (mark === null) return null;
      parts.push({ field: DateField.half, width: mark, text: '' });
      i += mark - 1;
    } else if (Object.hasOwn(FIELDS, letter)) {
      let width = 1;
      while (isSymbol(tokens[i + 1], letter)) {
        width++;
        i++;
      }
      parts.push({ field: FIELDS[letter as keyof typeof FIELDS], width, text: '' });
    } else if (letter === '.' ? !isSymbol(tokens[i + 1], '0') : isPlainLiteral(letter)) {
      parts.push({ field: DateField.literal, width: 0, text: token.text });
    } else return null;
  }
  if (!parts.some((part) => part.field !== DateField.literal)) return null;
  markMinutes(parts);
  if (parts.some((part) => part.width > widthMax[part.field]!)) return null;
  const isNamed = ({ field, width }: DatePart) =>
    (field === DateField.month || field === DateField.day) && width > 2;
  if (foreign && parts.some(isNamed)) return null;
  return { parts, halves: parts.some((part) => part.field === DateField.half), steps: stepsOf(parts) };
}

function stepsOf(parts: readonly DatePart[]): DateSteps | null {
  const steps: number[] = [];
  for (const { field, width, text } of parts) {
    if (field === DateField.literal) {
      const literal = literalSteps(text);
      if (literal === null) return null;
      steps.push(...literal);
    } else if (field === DateField.year) {
      steps.push(width > 2 ? fieldStep(0, 4) : fieldStep(1, 2));
    } else if (width > 2 || field === DateField.half) return null;
    else steps.push(fieldStep(field, width));
  }
  return Uint8Array.from(steps);
}

function isSymbol(token: FormatToken | undefined, letter: string): boolean {
  return token?.kind === 'symbol' && token.text.toLowerCase() === letter;
}

/** Length of `AM/PM` or `A/P` at `start`, null for others. */
function wordAt(tokens: readonly FormatToken[], start: number): 3 | 5 | null {
  const spells = (word: string) => Array.from(word).every((letter, k) => isSymbol(tokens[start + k], letter));
  return spells('am/pm') ? 5 : spells('a/p') ? 3 : null;
}

function markMinutes(parts: DatePart[]): void {
  const fields = parts.filter((part) => part.field !== DateField.literal);
  fields.forEach((part, i) => {
    if (part.field !== DateField.month || part.width > 2) return;
    let before = i - 1;
    while (fields[before]?.field === DateField.half) before--;
    if (fields[before]?.field === DateField.hour || fields[i + 1]?.field === DateField.second) {
      part.field = DateField.minute;
    }
  });
}

/** Writes a serial of the 1900 system (from 0, below `serialEnd`) in a pattern. */
export function writeDate(out: JsonText, pattern: DatePattern, serial: number): void {
  let day = Math.floor(serial);
  let second = Math.round((serial - day) * secondsPerDay);
  if (second === secondsPerDay) {
    day++;
    second = 0;
  }
  if (pattern.steps !== null) {
    writeDateSteps(out, pattern.steps, day, second);
    return;
  }
  const date = civilOfSerial(day);
  const hour = (second / 3600) | 0;
  for (const part of pattern.parts) {
    switch (part.field) {
      case DateField.literal:
        out.cell(part.text);
        break;
      case DateField.year:
        if (part.width > 2) out.digits(date.year, 0, 4, false);
        else out.twoDigits(date.year % 100, 2);
        break;
      case DateField.month:
        if (part.width > 2) out.raw(nameOf(MONTHS[date.month - 1]!, part.width));
        else out.twoDigits(date.month, part.width);
        break;
      case DateField.day:
        if (part.width > 2) out.raw(nameOf(WEEKDAYS[weekdayOfSerial(day)]!, part.width));
        else out.twoDigits(date.day, part.width);
        break;
      case DateField.hour:
        out.twoDigits(pattern.halves ? ((hour + 11) % 12) + 1 : hour, part.width);
        break;
      case DateField.minute:
        out.twoDigits(((second / 60) | 0) % 60, part.width);
        break;
      case DateField.second:
        out.twoDigits(second % 60, part.width);
        break;
      case DateField.half:
        out.raw((hour < 12 ? 'AM' : 'PM').slice(0, part.width === 5 ? 2 : 1));
    }
  }
}

/**
 * Name by field width: `mmm` and `ddd` are three letters, `mmmm` and `dddd` the name, `mmmmm` its first
 * letter.
 */
function nameOf(name: string, width: number): string {
  return width === 3 ? name.slice(0, 3) : width === 4 ? name : name.slice(0, 1);
}
