import { type DecimalMark } from '../../domain/products/field-table';

/** A number in a text. */
export interface ReadNumber {
  value: number;
  /** Place behind it, in UTF-16 units. */
  end: number;
  hasSign: boolean;
  /** It is a measure: model numbers have no decimals or fractions. */
  isMeasured: boolean;
}

const digitsMax = 12;
const fraction = /(?:(\d{1,4})(?: |-))?(\d{1,2})[/⁄](2|3|4|5|6|8|10|16|32|64)(?![\p{L}\p{N}/])/uy;
const vulgar = /(\d{1,4})? ?([½¼¾⅓⅔⅛⅜⅝⅞])/uy;
const decimal = /\d{1,3}(?:[\u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*|[.,]\d+/uy;
const vulgarValues: Readonly<Record<string, number>> = {
  '½': 1 / 2, '¼': 1 / 4, '¾': 3 / 4, '⅓': 1 / 3, '⅔': 2 / 3, '⅛': 1 / 8, '⅜': 3 / 8, '⅝': 5 / 8, '⅞': 7 / 8,
}; // prettier-ignore

/**
 * Reads the number at a place of a text: `1,500.5`, `1.500,5`, `1 1/2`, `1½`, `-20`. Where one mark parts
 * three digits it is that of thousands, unless it is the decimal mark.
 *
 * @returns null where no number stands, and for what is none, such as `1.2.3`
 */
export function readLocalNumber(text: string, start: number, mark: DecimalMark): ReadNumber | null {
  const hasSign = /[-−]/u.test(text[start] ?? '');
  const at = hasSign ? start + 1 : start;
  const sign = hasSign ? -1 : 1;
  const parts = matchAt(fraction, text, at);
  if (parts !== null) {
    const [all, whole = '0', top, bottom] = parts;
    if (Number(top) < Number(bottom)) {
      const value = Number(whole) + Number(top) / Number(bottom);
      return { value: sign * value, end: at + all.length, hasSign, isMeasured: true };
    }
  }
  const half = matchAt(vulgar, text, at);
  if (half !== null) {
    const value = Number(half[1] ?? 0) + vulgarValues[half[2]!]!;
    return { value: sign * value, end: at + half[0].length, hasSign, isMeasured: true };
  }
  const digits = matchAt(decimal, text, at)?.[0];
  const value = digits === undefined ? null : decimalValue(digits, mark);
  if (value === null) return null;
  return { value: sign * value, end: at + digits!.length, hasSign, isMeasured: /[.,]/.test(digits!) };
}

/** The first match of a sticky expression at a place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

export function decimalValue(written: string, mark: DecimalMark): number | null {
  const digits = written.replace(/[\u00a0\u2009\u202f]/gu, '');
  if (digits.replace(/\D/g, '').length > digitsMax) return null;
  const last = /[.,](?!.*[.,])/.exec(digits)?.[0];
  if (last === undefined) return Number(digits);
  const other = last === '.' ? ',' : '.';
  const hasBoth = digits.includes(other);
  const isRepeated = digits.indexOf(last) !== digits.lastIndexOf(last);
  const inGroups = new RegExp(`^[1-9]\\d{0,2}(?:\\${last}\\d{3})+$`).test(digits);
  if (!hasBoth && inGroups && (isRepeated || last !== (mark === 'point' ? '.' : ',')))
    return Number(digits.replaceAll(last, ''));
  if (isRepeated) return null;
  const plain = hasBoth ? withoutGroups(digits, other, last) : digits;
  return plain === null ? null : Number(plain.replace(last, '.'));
}

/** Digits without the marks of thousands; null where they do not part groups of three. */
function withoutGroups(digits: string, group: string, mark: string): string | null {
  const whole = digits.slice(0, digits.indexOf(mark));
  return new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+$`).test(whole) ? digits.replaceAll(group, '') : null;
}
