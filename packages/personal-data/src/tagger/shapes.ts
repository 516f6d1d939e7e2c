import { CLASS } from './characters';

/** Shapes of tokens. For a word with a letter outside ASCII `foreign` is added. */
export const SHAPE = {
  sign: 0,
  newline: 1,
  blankLine: 2,
  /** A value found by a rule. */
  found: 3,
  lowerOne: 5,
  lowerShort: 6,
  lower: 7,
  titleShort: 8,
  title: 9,
  upperOne: 10,
  upperShort: 11,
  upper: 12,
  mixedUpper: 13,
  mixedLower: 14,
  otherScript: 15,
  digitsOne: 16,
  digitsMany: 23,
  digitsLetters: 24,
  upperDigits: 25,
  lowerDigits: 26,
  /** Words joined by underscores, as in programs. */
  joined: 27,
  foreign: 32,
} as const;

/** Counts of a word's characters, updated while it is read. */
export interface WordCounts {
  length: number;
  digits: number;
  lower: number;
  upper: number;
  foreign: boolean;
  joined: boolean;
  first: number;
}

/** The shape of a word, from its counts. */
export function shapeOf(counts: WordCounts): number {
  return counts.foreign ? plainShape(counts) | SHAPE.foreign : plainShape(counts);
}

function plainShape({ length, digits, lower, upper, first, joined }: WordCounts): number {
  if (joined) return SHAPE.joined;
  if (digits === length) return digitShape(length);
  if (digits > 0)
    return first === CLASS.digit
      ? SHAPE.digitsLetters
      : first === CLASS.upper
        ? SHAPE.upperDigits
        : SHAPE.lowerDigits;
  if (upper === 0) return lower === 0 ? SHAPE.otherScript : lowerShape(length);
  if (upper === length) return length === 1 ? SHAPE.upperOne : length < 4 ? SHAPE.upperShort : SHAPE.upper;
  if (first === CLASS.upper) {
    if (upper > 1) return SHAPE.mixedUpper;
    return length < 4 ? SHAPE.titleShort : SHAPE.title;
  }
  return SHAPE.mixedLower;
}

const lowerShape = (length: number): number =>
  length === 1 ? SHAPE.lowerOne : length < 4 ? SHAPE.lowerShort : SHAPE.lower;

/** Shape of a run of digits: one for each length up to 6, one for 7 and 8, one for more. */
function digitShape(length: number): number {
  if (length <= 6) return SHAPE.digitsOne + length - 1;
  return length <= 8 ? SHAPE.digitsMany - 1 : SHAPE.digitsMany;
}
