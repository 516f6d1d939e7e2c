import { type FormatToken, isPlainLiteral } from './format-sections';
import { type EncodedText, encodeCell } from './json-text';

/** A section with fixed decimals, ready to be applied to the absolute value. */
export interface NumberSection {
  prefix: EncodedText;
  suffix: EncodedText;
  /** Least digits before the point. */
  integerDigits: number;
  decimals: number;
  grouped: boolean;
  /**
   * What the value is multiplied with before rounding: 100 per percent sign, with 10 per decimal place, over
   * 1,000 per trailing comma.
   */
  scale: number;
  /** Literals alone: the value itself is not shown. */
  constant: boolean;
}

const placesMax = 15;

/**
 * Compiles a section of `0`, `#`, `,`, `.`, `%` and literals; null for anything else (fractions, exponents,
 * `0.##`, text).
 */
export function compileNumberSection(tokens: readonly FormatToken[]): NumberSection | null {
  let prefix = '';
  let suffix = '';
  let pattern = '';
  let percents = 0;
  let closed = false;
  for (const token of tokens) {
    if (token.kind === 'locale') {
      // Other numerals and calendars are flagged in the high bits.
      if (token.id > 0xffff) return null;
      continue;
    }
    if (token.kind === 'symbol' && '0#?,.'.includes(token.text) && !(token.text === ',' && pattern === '')) {
      if (closed) return null;
      pattern += token.text;
      continue;
    }
    if (token.kind === 'symbol' && !isPlainLiteral(token.text)) return null;
    if (token.kind === 'symbol' && token.text === '/' && pattern !== '') return null;
    if (token.kind === 'symbol' && token.text === '%') percents++;
    if (pattern === '') prefix += token.text;
    else {
      closed = true;
      suffix += token.text;
    }
  }
  const constant = pattern === '' || /^\?+$/.test(pattern);
  if (constant) pattern = '';
  const match = /^([0#?,]*?)(,*)(?:\.(0*))?$/.exec(pattern);
  if (match === null) return null;
  const [, integer = '', thousands = '', fraction = ''] = match;
  const integerDigits = integer.replaceAll(/[^0]/g, '').length;
  // A `0` left of a `#` or a comma at the very start is odd enough for the general way.
  if (
    /0.*[#?]/.test(integer) ||
    integer.startsWith(',') ||
    fraction.length > placesMax ||
    integerDigits > placesMax
  ) {
    return null;
  }
  if (pattern.includes('.') && pattern.endsWith('.')) return null;
  return {
    prefix: encodeCell(prefix.trimStart()),
    suffix: encodeCell(suffix.trimEnd()),
    integerDigits,
    decimals: fraction.length,
    grouped: integer.includes(','),
    scale: (100 ** percents * 10 ** fraction.length) / 1000 ** thousands.length,
    constant,
  };
}
