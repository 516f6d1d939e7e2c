import { civilOfSerial, secondsPerDay, weekdayOfSerial } from './calendar';
import { type FormatToken, isPlainLiteral } from './format-sections';
import { type JsonText } from './json-text';

/** A field of a date or a literal between two of them. */
export type DatePart =
  | { field: 'literal'; text: string }
  | { field: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'half'; width: number };

/** A compiled date section. */
export interface DatePattern {
  parts: DatePart[];
  /** Hours run to 12. */
  halves: boolean;
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
const FIELDS = { y: 'year', m: 'month', d: 'day', h: 'hour', s: 'second' } as const;
const widthMax = { year: 4, month: 5, day: 4, hour: 2, minute: 2, second: 2, half: 5 };
/** Primary language of a Windows language id. */
const languageMask = 0x3ff;
const english = 9;

/**
 * Compiles a section of `y m d h s`, `AM/PM` and literals with English or no names; null for the rest (other languages'
 * names, fractions of seconds, era calendars). `m` beside hours or seconds means minutes.
 */
export function compileDatePattern(tokens: readonly FormatToken[]): DatePattern | null {
  const parts: DatePart[] = [];
  let foreign = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === 'locale') {
      if (token.id > 0xffff) return null;
      // 0xF800 and 0xF400 ask for the system's long date and time; the pattern behind them is their English form.
      foreign = token.id < 0xf000 && (token.id & languageMask) !== english;
      continue;
    }
    if (token.kind === 'literal') {
      parts.push({ field: 'literal', text: token.text });
      continue;
    }
    const letter = token.text.toLowerCase();
    if (letter === 'a') {
      const mark = wordAt(tokens, i);
      if (mark === null) return null;
      parts.push({ field: 'half', width: mark });
      i += mark - 1;
    } else if (Object.hasOwn(FIELDS, letter)) {
      let width = 1;
      while (isSymbol(tokens[i + 1], letter)) {
        width++;
        i++;
      }
      parts.push({ field: FIELDS[letter as keyof typeof FIELDS], width });
    } else if (letter === '.' ? !isSymbol(tokens[i + 1], '0') : isPlainLiteral(letter)) {
      parts.push({ field: 'literal', text: token.text });
    } else return null;
  }
  if (!parts.some((part) => part.field !== 'literal')) return null;
  markMinutes(parts);
  if (parts.some((part) => part.field !== 'literal' && part.width > widthMax[part.field])) return null;
  if (foreign && parts.some((part) => (part.field === 'month' || part.field === 'day') && part.width > 2))
    return null;
  return { parts, halves: parts.some((part) => part.field === 'half') };
}

function isSymbol(token: FormatToken | undefined, letter: string): boolean {
  return token?.kind === 'symbol' && token.text.toLowerCase() === letter;
}

/** Length of `AM/PM` or `A/P` at `start`, null where neither stands. */
function wordAt(tokens: readonly FormatToken[], start: number): 3 | 5 | null {
  const spells = (word: string) => Array.from(word).every((letter, k) => isSymbol(tokens[start + k], letter));
  return spells('am/pm') ? 5 : spells('a/p') ? 3 : null;
}

function markMinutes(parts: DatePart[]): void {
  const fields = parts.filter((part) => part.field !== 'literal');
  fields.forEach((part, i) => {
    if (part.field !== 'month' || part.width > 2) return;
    let before = i - 1;
    while (fields[before]?.field === 'half') before--;
    if (fields[before]?.field === 'hour' || fields[i + 1]?.field === 'second') part.field = 'minute';
  });
}

/** Writes a serial of the 1900 system (0 or more, below `serialEnd`) as the pattern shows it. */
export function writeDate(out: JsonText, pattern: DatePattern, serial: number): void {
  let day = Math.floor(serial);
  let second = Math.round((serial - day) * secondsPerDay);
  if (second === secondsPerDay) {
    day++;
    second = 0;
  }
  const date = civilOfSerial(day);
  const hour = (second / 3600) | 0;
  for (const part of pattern.parts) {
    switch (part.field) {
      case 'literal':
        out.cell(part.text);
        break;
      case 'year':
        if (part.width > 2) out.digits(date.year, 0, 4, false);
        else out.twoDigits(date.year % 100, 2);
        break;
      case 'month':
        if (part.width > 2) out.raw(nameOf(MONTHS[date.month - 1]!, part.width));
        else out.twoDigits(date.month, part.width);
        break;
      case 'day':
        if (part.width > 2) out.raw(nameOf(WEEKDAYS[weekdayOfSerial(day)]!, part.width));
        else out.twoDigits(date.day, part.width);
        break;
      case 'hour':
        out.twoDigits(pattern.halves ? ((hour + 11) % 12) + 1 : hour, part.width);
        break;
      case 'minute':
        out.twoDigits(((second / 60) | 0) % 60, part.width);
        break;
      case 'second':
        out.twoDigits(second % 60, part.width);
        break;
      case 'half':
        out.raw((hour < 12 ? 'AM' : 'PM').slice(0, part.width === 5 ? 2 : 1));
    }
  }
}

/** `mmm` and `ddd` are three letters, `mmmm` and `dddd` the name, `mmmmm` its first letter. */
function nameOf(name: string, width: number): string {
  return width === 3 ? name.slice(0, 3) : width === 4 ? name : name.slice(0, 1);
}
