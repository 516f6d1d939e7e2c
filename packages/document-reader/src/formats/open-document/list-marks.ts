import { type ListLevel, type OpenStyles } from './styles';

/** Marks of list items and numbers of headings, counted as they are read. */
export interface ListMarks {
  /** Begins a list of a level, from 0; the numbers of a continued one follow those of the last with its style. */
  begin(style: string | undefined, level: number, isContinued: boolean): void;
  /** Mark of the next item, `-` for a bullet. */
  next(style: string | undefined, level: number, startsAt?: number): string;
  /** Number of the next heading of a level, from 0; '' for headings without numbers. */
  nextHeading(level: number, startsAt?: number): string;
}

const bullet = '-';
const letters = 26;
const romans = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const;
/** Numbers past which Roman ones are written in digits. */
const romanMax = 3_999;

/** Marks by the list styles of a document, which has no marks itself. */
export function createListMarks(styles: OpenStyles): ListMarks {
  const counts = new Map<string, number[]>();
  const headingCounts: number[] = [];

  function markOf(
    numbers: number[],
    level: number,
    found: ListLevel | null,
    levelAt: (level: number) => ListLevel | null,
    startsAt: number | undefined,
  ): string | null {
    numbers.length = Math.min(numbers.length, level + 1);
    for (let at = 0; at <= level; at++) numbers[at] ??= at < level ? 1 : (found?.startsAt ?? 1) - 1;
    numbers[level] = startsAt ?? numbers[level]! + 1;
    if (found?.format == null) return null;
    const shown = numbers.slice(Math.max(0, level + 1 - found.shownLevels));
    const first = level + 1 - shown.length;
    const text = shown.map((number, at) => numeral(number, levelAt(first + at)?.format ?? '1')).join('.');
    return `${found.prefix}${text}${found.suffix}`.trim();
  }

  return {
    begin(style, level, isContinued) {
      const numbers = counts.get(style ?? '');
      if (numbers !== undefined && !isContinued) numbers.length = Math.min(numbers.length, level);
    },
    next(style, level, startsAt) {
      const key = style ?? '';
      const numbers = counts.get(key) ?? [];
      counts.set(key, numbers);
      const levelAt = (at: number) => styles.listLevel(style, at);
      return markOf(numbers, level, levelAt(level), levelAt, startsAt) ?? bullet;
    },
    nextHeading: (level, startsAt) =>
      markOf(headingCounts, level, styles.headingLevel(level), (at) => styles.headingLevel(at), startsAt) ??
      '',
  };
}

function numeral(number: number, format: string): string {
  if (format === 'a') return letterOf(number);
  if (format === 'A') return letterOf(number).toUpperCase();
  if (format === 'i') return romanOf(number);
  if (format === 'I') return romanOf(number).toUpperCase();
  return String(number);
}

/** `a` to `z`, then `aa`, `bb`. */
function letterOf(number: number): string {
  if (number < 1) return String(number);
  const letter = String.fromCharCode('a'.charCodeAt(0) + ((number - 1) % letters));
  return letter.repeat(Math.min(Math.ceil(number / letters), letters));
}

function romanOf(number: number): string {
  if (number < 1 || number > romanMax) return String(number);
  let left = number;
  let text = '';
  for (const [sign, value] of romans) for (; left >= value; left -= value) text += sign;
  return text;
}
