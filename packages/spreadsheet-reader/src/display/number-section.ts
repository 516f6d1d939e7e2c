import { type FormatToken, isPlainLiteral } from './format-sections';
import { type EncodedText, encodeCell } from './json-text';

/** Compiled section with fixed decimals, applied to the absolute value. */
export interface NumberSection {
  prefix: EncodedText;
  suffix: EncodedText;
  /** Least number of digits before the point. */
  integerDigits: number;
  decimals: number;
  grouped: boolean;
  /** Factor before rounding: 100 per percent sign, 10 per decimal place, 1/1,000 per trailing comma. */
  scale: number;
  /** True for a section of literals only, which does not show the value. */
  constant: boolean;
}

const placesMax = 15;

/**
 * Compiles a section of `0`, `#`, `,`, `.`, `%` and literals; null for others (fractions, exponents, `0.##`,
 * text).
 */
export function compileNumberSection(tokens: readonly FormatToken[]): NumberSection | null {
  let prefix = '';
  let suffix = '';
  let pattern = '';
  let percents = 0;
  let closed = false;
  for (const token of tokens) {
    if (token.kind === 'locale') {
      // The high bits select other numerals and calendars.
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
  const match = /^([0#?,]*?)(,*)(?:\.(0*)(,*))?$/.exec(pattern);
  if (match === null) return null;
  const [, integer = '', ownThousands = '', fraction = '', moreThousands = ''] = match;
  const thousands = ownThousands + moreThousands;
  const integerDigits = integer.replaceAll(/[^0]/g, '').length;
  // A `0` left of a `#`, or a comma at the very start, is left to the general formatter.
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
