import { type ContentTag } from './content-scan';

/** Elements that define how values are shown, and the unit that their parts make. */
const dataStyles = new Set([
  'number:number-style',
  'number:currency-style',
  'number:percentage-style',
  'number:date-style',
  'number:time-style',
  'number:boolean-style',
  'number:text-style',
]);
const decimalsMax = 30;
const digitsMax = 30;
const charsMax = 1_000;

/** A data style that is being read. */
export interface OpenDataStyle {
  name: string;
  code: string;
  /** Text of the element that is open; null where its text is not shown. */
  literal: string | null;
  readonly isElapsed: boolean;
}

/** Begins a data style; null for other elements. */
export function beginDataStyle(tag: ContentTag): OpenDataStyle | null {
  if (!dataStyles.has(tag.name)) return null;
  const attributes = tag.attributes();
  const isElapsed =
    tag.name === 'number:time-style' && attributes.get('number:truncate-on-overflow') === 'false';
  return { name: attributes.get('style:name') ?? '', code: '', literal: null, isElapsed };
}

/** Adds a part of a data style to its number format code (ECMA-376 part 1, 18.8.31). */
export function addToDataStyle(style: OpenDataStyle, tag: ContentTag): void {
  const attributes = tag.attributes();
  const isLong = attributes.get('number:style') === 'long';
  switch (tag.name) {
    case 'number:number':
      style.code += numberCode(attributes);
      break;
    case 'number:scientific-number':
      style.code += `${numberCode(attributes)}E+${'0'.repeat(countOf(attributes.get('number:min-exponent-digits'), 2))}`;
      break;
    case 'number:fraction': {
      const digits = Math.max(1, countOf(attributes.get('number:min-denominator-digits'), 1));
      style.code += `# ${'?'.repeat(digits)}/${'?'.repeat(digits)}`;
      break;
    }
    case 'number:text':
    case 'number:currency-symbol':
      style.literal = '';
      break;
    case 'number:text-content':
      style.code += '@';
      break;
    case 'number:year':
      style.code += isLong ? 'yyyy' : 'yy';
      break;
    case 'number:month':
      if (attributes.get('number:textual') === 'true') style.code += isLong ? 'mmmm' : 'mmm';
      else style.code += isLong ? 'mm' : 'm';
      break;
    case 'number:day':
      style.code += isLong ? 'dd' : 'd';
      break;
    case 'number:day-of-week':
      style.code += isLong ? 'dddd' : 'ddd';
      break;
    case 'number:hours':
      if (style.isElapsed && style.code === '') style.code = '[h]';
      else style.code += isLong ? 'hh' : 'h';
      break;
    case 'number:minutes':
      style.code += isLong ? 'mm' : 'm';
      break;
    case 'number:seconds': {
      const decimals = countOf(attributes.get('number:decimal-places'), 0);
      style.code += `${isLong ? 'ss' : 's'}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
      break;
    }
    case 'number:am-pm':
      style.code += 'AM/PM';
      break;
  }
}

/** Ends the element of a data style whose text is shown. */
export function endLiteral(style: OpenDataStyle): void {
  if (style.literal !== null) style.code += quoted(style.literal);
  style.literal = null;
}

/** The code of a style that was read; `General` where it shows nothing, or is longer than any real one. */
export function codeOf({ code }: OpenDataStyle): string {
  return code === '' || code.length > charsMax ? 'General' : code;
}

function numberCode(attributes: ReadonlyMap<string, string>): string {
  const decimals = attributes.get('number:decimal-places');
  const whole = Math.min(countOf(attributes.get('number:min-integer-digits'), 1), digitsMax);
  const isGrouped = attributes.get('number:grouping') === 'true';
  if (decimals === undefined && whole <= 1 && !isGrouped) return 'General';
  const places = countOf(decimals, 0);
  const least = Math.min(countOf(attributes.get('number:min-decimal-places'), places), places);
  const digits = '0'.repeat(whole);
  const integer = isGrouped ? `#,##${digits === '' ? '#' : digits}` : digits === '' ? '#' : digits;
  return `${integer}${places > 0 ? `.${'0'.repeat(least)}${'#'.repeat(places - least)}` : ''}`;
}

function countOf(text: string | undefined, otherwise: number): number {
  const count = Number(text ?? otherwise);
  return Number.isInteger(count) && count >= 0 ? Math.min(count, decimalsMax) : otherwise;
}

/** Signs that mean themselves in a code stand bare, so that `%` scales and dates keep their separators. */
function quoted(text: string): string {
  if (/^[%\s\-/:.,()€$£¥+]*$/u.test(text)) return text.replace(/[.,]/g, '\\$&');
  return `"${text.replaceAll('"', '')}"`;
}
