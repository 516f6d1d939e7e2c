import { isKeptNumber } from '../../domain/platform/exact-json';
import { type DecimalMark } from '../../domain/products/field-table';
import { foreignUnitOf, type Unit, unitOf } from '../units/units';
import { mayBeDuration, readDuration } from './duration';

/**
 * How a text writes its number: with a decimal point for sure (`1,234.5`), with a decimal comma (`1.234,5`),
 * the same in both (`12`, `1 234`), or differently in both (`1.050`).
 */
export type MarkEvidence = DecimalMark | 'same' | 'open';

/** A number that was read, with the unit that stood beside it. */
export interface NumberReading {
  value: number;
  unit: Unit | null;
  /**
   * False for text that may be a code although it reads as a number: with a leading zero, an exponent, or
   * more digits than a number keeps.
   */
  isPlain: boolean;
  evidence: MarkEvidence;
  /** A time of several parts, such as `1 h 30 min`; its unit is minutes. */
  isDuration: boolean;
}

const textCharsMax = 48;
const unitCharsMax = 24;
/** Digits that a double keeps whatever they are. */
const exactDigitsMax = 15;

/** Sign, currency before it or behind it, digits with their marks, exponent, text behind. */
const form =
  /^([-+]?)((?:us|ca|au|[acr])?\$|[€£¥₹]|\p{L}{2,3}\.?\$?(?=\s?[-+.,\d]))?\s?([-+]?)((?:\d|[.,](?=\d))[\d.,'’ ]*)(e[-+]?\d{1,3}(?![\p{L}\d]))?(.*)$/iu;
const dashes = /^(?:-{1,2}|–|—)/;
/** Scales that ratings are on: `4.5/5`. */
const scale = /^\s?\/\s?(5|10|20|100)$/;

/**
 * Reads a JSON number, or text with a number: `1,234.50`, `1.234,50`, `1 234,5`, `12 kg`, `3.5"`, `$18`,
 * `18 EUR`, `5,-`, `19 %`, `4.5/5`, `1 h 30 min`. Runs in time linear in the text.
 *
 * @param mark decimal mark of the column; null to read a text of one meaning by it, any other with a point
 * @returns null for anything else, for units that are not known, and for numbers that a double does not keep
 */
export function readNumber(value: unknown, mark: DecimalMark | null = null): NumberReading | null {
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? { value, unit: null, isPlain: true, evidence: 'same', isDuration: false }
      : null;
  if (typeof value !== 'string' || value.length > 2 * textCharsMax) return null;
  const trimmed = value.trim();
  if (trimmed.length > textCharsMax || !mayBeNumber(trimmed)) return null;
  const text = trimmed.replace(/[\u00a0\u2009\u202f]/g, ' ').replace(/^−/, '-');
  const minutes = mayBeDuration(text) ? readDuration(text) : null;
  if (minutes !== null)
    return { value: minutes, unit: unitOf('min')!, isPlain: true, evidence: 'same', isDuration: true };
  const match = form.exec(text);
  if (match === null) return null;
  const [, outer = '', before, inner = '', run = '', exponent = '', after = ''] = match;
  if (outer !== '' && inner !== '') return null;
  const written = digitsOf(run, after);
  if (written === null) return null;
  const unit = readUnit(before, written.rest, Number(written.point ?? written.comma));
  if (unit === undefined) return null;
  const digits = mark === null ? (written.point ?? written.comma!) : written[mark];
  if (digits === null || !isKeptNumber(`${digits}${exponent}`)) return null;
  const isPlain =
    unit !== null || (exponent === '' && !/^0\d/.test(digits) && digits.length <= exactDigitsMax + 1);
  return {
    value: Number(`${outer}${inner}${digits}${exponent}`),
    unit,
    isPlain,
    evidence: written.evidence,
    isDuration: false,
  };
} // prettier-ignore

interface WrittenDigits {
  /** Digits of JSON by either mark; null where the mark rules them out. */
  point: string | null;
  comma: string | null;
  evidence: MarkEvidence;
  /** Text behind the digits. */
  rest: string;
}

function digitsOf(run: string, after: string): WrittenDigits | null {
  const end = endOfDigits(run);
  const digits = run.slice(0, end);
  const [point, comma] = [withMark(digits, '.', ','), withMark(digits, ',', '.')];
  const mark = run.slice(end);
  // `5,-` is a price without cents.
  if ((mark === ',' || mark === '.') && dashes.test(after)) {
    const rest = after.replace(dashes, '');
    if (mark === ',') return comma === null ? null : { point: null, comma, evidence: 'comma', rest };
    return point === null ? null : { point, comma: null, evidence: 'point', rest };
  }
  if (point === null && comma === null) return null;
  const evidence = point === null ? 'comma' : comma === null ? 'point' : point === comma ? 'same' : 'open';
  return { point, comma, evidence, rest: `${mark}${after}` };
}

/** Place behind the last digit. */
function endOfDigits(run: string): number {
  let end = run.length;
  while (end > 0 && !isDigit(run.charCodeAt(end - 1))) end--;
  return end;
}

const isDigit = (code: number) => code >= 48 && code <= 57;

const plainDigits = /^\d+$/;
const inGroups = /^[1-9]\d{0,2}(?:([.,'’ ])\d{3})(?:\1\d{3})*$/u;

/** Digits of JSON of a number with a decimal mark and groups of three; null where it is written otherwise. */
function withMark(digits: string, mark: string, group: string): string | null {
  const at = digits.lastIndexOf(mark);
  const whole = at < 0 ? digits : digits.slice(0, at);
  const fraction = at < 0 ? '' : digits.slice(at + 1);
  if (at >= 0 && !plainDigits.test(fraction)) return null;
  const rest = fraction === '' ? '' : `.${fraction}`;
  if (plainDigits.test(whole)) return `${whole}${rest}`;
  if (whole === '' && at === 0) return `0${rest}`;
  const sign = inGroups.exec(whole)?.[1];
  if (sign === undefined || sign === mark || (group !== sign && /[.,]/.test(sign))) return null;
  return `${whole.replaceAll(sign, '')}${rest}`;
}

/** A digit or a sign where a number begins behind a currency. */
const digitsSoon = /^.{1,5}?[-+.,\d]/;

/** Most text is no number: its first characters tell before the expression runs. */
function mayBeNumber(text: string): boolean {
  const code = text.charCodeAt(0);
  if (code <= 57) return code >= 48 || (code >= 43 && code <= 46) || code === 36;
  return code > 127 || (digitsSoon.test(text) && /^\p{L}{1,3}\.?[\s$]?[-+.,\d]/u.test(text));
}

/** The unit of a number; null without one, undefined for text that names no unit, or no currency in front. */
function readUnit(before: string | undefined, after: string, value: number): Unit | null | undefined {
  const behind = after.trim();
  if (behind.length > unitCharsMax) return undefined;
  if (before !== undefined) {
    const unit = unitOf(before);
    if (unit?.quantity !== 'currency') return undefined;
    if (behind === '') return unit;
    // `$18 CAD`: the sign is that of several currencies.
    const other = unitOf(behind);
    return other?.quantity === 'currency' && (other.symbol === unit.symbol || before === '$') ? other : undefined;
  }
  if (behind === '' || behind === '%') return null;
  const top = scale.exec(after)?.[1];
  if (top !== undefined) return value <= Number(top) ? null : undefined;
  return unitOf(behind) ?? foreignUnitOf(behind) ?? foreignUnitOf(behind.replace(/\.$/, ''));
} // prettier-ignore
