import { isKeptNumber } from '../../domain/platform/exact-json';
import { type Unit, unitOf } from '../units/units';

/** A number that was read, with the unit that stood beside it. */
export interface NumberReading {
  value: number;
  unit: Unit | null;
  /**
   * False for text that may be a code although it reads as a number: with a leading zero, an exponent, or
   * more digits than a number keeps.
   */
  isPlain: boolean;
}

const textCharsMax = 48;
/** Digits that a double keeps whatever they are. */
const exactDigitsMax = 15;

const form =
  /^(us\$|[$€£¥₹]|[a-z]{3}(?=\s?[-+.\d]))?\s?([-+]?)((?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?)(e[-+]?\d{1,3})?(?:\s{0,2}([^\d\s.,+-][^,]{0,23}))?$/i;

/**
 * Reads a JSON number, or text with a number: `1,234.50`, `12 kg`, `3.5"`, `$18`, `18 EUR`. A comma separates
 * thousands only.
 *
 * @returns null for anything else, for units that are not known, and for numbers that a double does not keep
 */
export function readNumber(value: unknown): NumberReading | null {
  if (typeof value === 'number') return Number.isFinite(value) ? { value, unit: null, isPlain: true } : null;
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (text.length > textCharsMax || !mayBeNumber(text)) return null;
  const match = form.exec(text);
  if (match === null) return null;
  const [, before, sign, digits, exponent, after] = match;
  if (digits === undefined || digits === '' || (before !== undefined && after !== undefined)) return null;
  const unit = readUnit(before, after);
  if (unit === undefined) return null;
  const plainDigits = digits.replaceAll(',', '');
  const written = `${plainDigits.replace(/^(?=\.)/, '0')}${exponent ?? ''}`;
  if (!isKeptNumber(written)) return null;
  const read = Number(`${sign ?? ''}${written}`);
  const isPlain =
    unit !== null ||
    (exponent === undefined && !/^0\d/.test(plainDigits) && plainDigits.length <= exactDigitsMax + 1);
  return { value: read, unit, isPlain };
}

/** Most text is no number: its first characters tell before the expression runs. */
function mayBeNumber(text: string): boolean {
  const code = text.charCodeAt(0);
  if (code <= 57) return code >= 48 || code === 43 || code === 45 || code === 46 || code === 36;
  return code > 127 || /^[a-z]{2,3}[\s$]?[-+.\d]/i.test(text);
}

/** The unit of a number; null without one, undefined for text that names no unit, or no currency in front. */
function readUnit(before: string | undefined, after: string | undefined): Unit | null | undefined {
  if (before !== undefined) {
    const unit = unitOf(before);
    return unit?.quantity === 'currency' ? unit : undefined;
  }
  return after === undefined ? null : unitOf(after.trimEnd());
}
