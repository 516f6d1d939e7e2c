import { unitOf } from '../units/units';
import { type Operand, valuesExpected } from './conditions';
import { type FilterField, FilterInvalid } from './filter-fields';

/** Nothing follows that would make a word of what was read. */
const date =
  /\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\p{L}\p{N}_-])/iuy;
const number = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,3}(?![\p{L}\p{N}]))?/iuy;
const wholeNumber = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,3})?(?![\p{L}\p{N}_-])/iuy;
const truth = /(?:true|false)(?![\p{L}\p{M}\p{N}_-])/iuy;
const quoteMark = /["']/uy;
/** A quoted text up to its closing quote, or as far as it can be read. */
const quoted = { '"': /"((?:[^"\\]|\\["'\\])*)("?)/uy, "'": /'((?:[^'\\]|\\["'\\])*)('?)/uy } as const;
/** Units of three, two and one words, such as `cm` and `sq ft`. */
const unitWords = [
  /[\p{L}°]+ \p{L}+ \p{L}+/uy,
  /[\p{L}°]+ \p{L}+/uy,
  /[\p{L}°%$€£¥₹″′”][\p{L}\p{N}°²³/%$]*/uy,
] as const;
const conjunctions: ReadonlySet<string> = new Set(['AND', 'OR']);

/** Whether a value follows. */
export function isOperandNext(scanner: Scanner): boolean {
  return [quoteMark, date, number, truth].some((pattern) => scanner.peek(pattern) !== null);
}

/**
 * Reads a value for a field: quoted text, a date, a number with or without a unit, true or false.
 *
 * @param after token before it, for messages
 * @throws FilterInvalid
 */
export function readOperand(scanner: Scanner, field: FilterField, after: string): Operand {
  const place = scanner.at();
  const quote = scanner.peek(quoteMark);
  if (quote !== null) {
    const text = readQuoted(scanner, quote as '"' | "'");
    return { value: text, text, place };
  }
  const day = scanner.take(date)?.[0];
  if (day !== undefined) return { value: day, text: day, place };
  const digits = scanner.take(takesUnits(field) ? number : wholeNumber)?.[0];
  if (digits !== undefined) return readMeasure(scanner, field, { digits, place });
  const word = scanner.take(truth)?.[0].toLowerCase();
  if (word !== undefined) return { value: word === 'true', text: word, place };
  throw noOperand(scanner, field, after);
}

/** Quoted text, with its escapes undone. @throws FilterInvalid */
function readQuoted(scanner: Scanner, quote: '"' | "'"): string {
  const begin = scanner.at();
  const [raw, text, end] = scanner.take(quoted[quote])!;
  if (end === quote) return text!.replace(/\\(["'\\])/g, '$1');
  // Without its end the text stops before an escape that there is not, or at the end of the filter.
  const stop = begin + raw.length;
  if (scanner.isAtEnd())
    throw new FilterInvalid(`The text that begins at ${begin} has no closing ${quote}.`, scanner.at(), [
      quote,
    ]);
  throw new FilterInvalid('A backslash in quotes stands before a quote or another backslash.', stop, [
    '\\\\',
    '\\"',
    "\\'",
  ]);
}

/** A number, and behind it the unit that a number field may have. @throws FilterInvalid */
function readMeasure(
  scanner: Scanner,
  field: FilterField,
  { digits, place }: { digits: string; place: number },
): Operand {
  const plain = { value: Number(digits), text: digits, place };
  if (!takesUnits(field)) return plain;
  const unitPlace = scanner.at();
  const word = scanner.peek(unitWords[2]);
  if (word === null || conjunctions.has(word.toUpperCase())) return plain;
  const pattern = unitWords.find((each) => isUnit(scanner.peek(each), field)) ?? unitWords[2];
  const text = `${digits} ${scanner.take(pattern)![0]}`;
  return { value: text, text, place, unitPlace };
}

function takesUnits({ type }: FilterField): boolean {
  return type === 'number' || type === 'any';
}

function isUnit(text: string | null, { unit }: FilterField): boolean {
  return text !== null && (unitOf(text) !== undefined || text.toLowerCase() === unit?.toLowerCase());
}

function noOperand(scanner: Scanner, field: FilterField, after: string): FilterInvalid {
  const got = scanner.isAtEnd() ? '' : `, got ${scanner.shown()}`;
  const hint = scanner.peek(/[\p{L}\p{N}]/uy) === null ? '' : ' Text needs quotes.';
  const message = `Expected a value after '${after}'${got}.${hint}`;
  return new FilterInvalid(message, scanner.at(), valuesExpected(field));
}

/** Reads the tokens of a filter, one by one. Which one may come is for its caller to say. */
export interface Scanner {
  /** Offset of the next token; the length of the text at its end. */
  at(): number;
  isAtEnd(): boolean;
  /** Takes the next token when it matches a sticky pattern. */
  take(pattern: RegExp): RegExpExecArray | null;
  /** Takes the next token when it is this keyword, in any case. */
  takeKeyword(keyword: string): boolean;
  /** The next token when it matches a sticky pattern; it stays. */
  peek(pattern: RegExp): string | null;
  /** The next token for a message: in quotes, or `the end`. */
  shown(): string;
}

const spaces = /\s*/uy;
const word = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy;
const anything = /[\p{L}\p{M}\p{N}_.-]{1,30}|[\s\S]/uy;

/** Begins to read a text. */
export function createScanner(text: string): Scanner {
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const skip = (length: number) => {
    at += length;
    at += match(spaces)![0].length;
  };
  skip(0);

  const take: Scanner['take'] = (pattern) => {
    const found = match(pattern);
    if (found !== null) skip(found[0].length);
    return found;
  };
  return {
    at: () => at,
    isAtEnd: () => at === text.length,
    take,
    takeKeyword(keyword) {
      if (match(word)?.[0].toUpperCase() !== keyword) return false;
      skip(keyword.length);
      return true;
    },
    peek: (pattern) => match(pattern)?.[0] ?? null,
    shown: () => (at === text.length ? 'the end' : `'${match(anything)![0]}'`),
  };
}
