import { type FormatToken, isPlainLiteral } from './format-sections';

/** A compiled section of a fraction, such as `# ??/??` or `0 ?/8"`. */
export interface FractionSection {
  prefix: string;
  /** Digits of the whole part at least; null where the fraction has all of the value. */
  integerDigits: number | null;
  separator: string;
  numeratorDigits: number;
  /** Greatest denominator, or the only one. */
  denominator: number;
  fixed: boolean;
  suffix: string;
}

/** Digits of a denominator at most; a search for the nearest fraction tries all of them. */
const DENOMINATOR_DIGITS_MAX = 4;
const EXACT_END = 2 ** 53;
/** Literals, whole part, literals, numerator, denominator (placeholders or digits), literals. */
const SECTION = /^([^#?0]*?)(?:([#?0]+)(\s+))?([#?0]+)\/(?:([#?0]+)|([1-9]\d*))([^#?0/]*)$/;

/**
 * Compiles a section of a fraction (ECMA-376 part 1, 18.8.31); null for others. The formatter of rare formats
 * rounds the whole part and adds the fraction nevertheless.
 */
export function compileFractionSection(tokens: readonly FormatToken[]): FractionSection | null {
  const literals: string[] = [];
  const pattern = tokens.map((token) => {
    if (token.kind === 'symbol') return token.text;
    if (token.kind === 'locale') return '';
    if (/^\s+$/.test(token.text)) return token.text;
    literals.push(token.text);
    // A character of a private use area stands for a literal, which may have digits.
    return String.fromCharCode(0xe000 + literals.length - 1);
  });
  const match = SECTION.exec(pattern.join(''));
  if (match === null) return null;
  const [, prefix = '', whole, separator = '', numerator = '', digits = '', only, suffix = ''] = match;
  const isLiteral = (char: string) => char >= '\ue000' || isPlainLiteral(char);
  if (!Array.from(prefix + suffix).every(isLiteral) || prefix.includes('/')) return null;
  if (digits.length > DENOMINATOR_DIGITS_MAX || (only ?? '').length > DENOMINATOR_DIGITS_MAX) return null;
  const restored = (text: string) =>
    text.replace(/[\ue000-\ue0ff]/g, (char) => literals[char.charCodeAt(0) - 0xe000] ?? '');
  return {
    prefix: restored(prefix).trimStart(),
    integerDigits: whole === undefined ? null : whole.replaceAll(/[^0]/g, '').length,
    separator,
    numeratorDigits: numerator.length,
    denominator: only === undefined ? 10 ** digits.length - 1 : Number(only),
    fixed: only !== undefined,
    suffix: restored(suffix).trimEnd(),
  };
}

/** Text of a value, 0 or more, without blanks around it; null where it is too large to have a fraction. */
export function fractionText(section: FractionSection, value: number): string | null {
  if (!(value < EXACT_END / section.denominator)) return null;
  const { integerDigits, separator, numeratorDigits } = section;
  let whole = integerDigits === null ? 0 : Math.floor(value);
  let [numerator, denominator] = nearestFraction(value - whole, section);
  if (integerDigits !== null && numerator === denominator) {
    whole++;
    [numerator, denominator] = [0, 1];
  }
  const fraction = `${String(numerator).padStart(numeratorDigits)}/${denominator}`;
  const hidesFraction = integerDigits !== null && numerator === 0;
  const hidesWhole = integerDigits === null || (whole === 0 && integerDigits === 0 && !hidesFraction);
  const shownWhole = hidesWhole ? '' : String(whole).padStart(integerDigits, '0');
  const shownFraction = hidesFraction ? '' : (hidesWhole ? '' : separator) + fraction;
  return (section.prefix + (shownWhole + shownFraction).trim() + section.suffix).trim();
}

/** Fraction nearest to a value, with the least denominator of equally near ones. */
function nearestFraction(value: number, { denominator, fixed }: FractionSection): [number, number] {
  if (fixed) return [Math.round(value * denominator), denominator];
  let nearest: [number, number] = [Math.round(value), 1];
  let error = Math.abs(value - nearest[0]);
  for (let d = 2; d <= denominator && error > 1e-15; d++) {
    const n = Math.round(value * d);
    const own = Math.abs(value - n / d);
    if (own < error - 1e-15) {
      nearest = [n, d];
      error = own;
    }
  }
  return nearest;
}
