import { type FieldRow, keywordCharsMax } from '../../domain/products/field-table';
import { isKeptNumber } from '../../domain/platform/exact-json';
import { type FieldType } from '../../domain/products/settings';
import { areCompatible, convert, unitOf } from '../units/units';
import { readBool } from './bool';
import { readDate } from './date';
import { isPair, readGeo, type GeoPoint } from './geo';
import { plainText } from './plain-text';
import { readNumber } from './number';

/** Parts of a field that decide how a value is read. */
export type ValueField = Pick<FieldRow, 'type' | 'unit' | 'values' | 'notation'> &
  Partial<Pick<FieldRow, 'origin'>>;

/** A value as a column holds it; dates are Unix milliseconds. */
export type ColumnValue = string | number | boolean | GeoPoint;

/** Types whose values may be bad; the others take any scalar. */
const CHECKED_TYPES: ReadonlySet<FieldType> = new Set(['bool', 'number', 'date', 'geo', 'enum']);

/** Longest term of Elasticsearch, in bytes of UTF-8. */
const termBytesMax = 32_766;

const jsonNumber = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const longNumberHint = '; a number has at most the digits that a double keeps, the type identifier has all';

/** Characters of a bad value that a message repeats. */
const shownCharsMax = 60;

/** Whether values of a type are checked by strict types and counted as bad. */
export function isCheckedType(type: FieldType): boolean {
  return CHECKED_TYPES.has(type);
}

/** Texts that stand for no value, in lower case. */
const PLACEHOLDERS = new Set(['n/a', 'n.a.', '#n/a', '-', '--', '–', '—', '?', 'null', 'none', 'tbd']);
const placeholderCharsMax = 4;

/** Whether a value says nothing: null, or blank text. Such values are never bad. */
function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** Whether a value stands for none: an empty one, or a text such as `N/A`, `-` and `tbd`. */
export function isPlaceholder(value: unknown): boolean {
  if (typeof value !== 'string') return isEmptyValue(value);
  if (value.length > placeholderCharsMax && value.charCodeAt(0) > 32 && !value.endsWith(' ')) return false;
  const text = value.trim();
  return text === '' || (text.length <= placeholderCharsMax && PLACEHOLDERS.has(text.toLowerCase()));
}

/** Whether a value says nothing in a field. Texts of a type that settings chose are what they are. */
function saysNothing({ type, origin }: ValueField, value: unknown): boolean {
  return origin === 'set' && (type === 'enum' || !isCheckedType(type))
    ? isEmptyValue(value)
    : isPlaceholder(value);
}

/**
 * The single values of a member: elements of a list, lists in it laid out flat, without empty ones. A place
 * written as a list of two numbers is one value of a geo field.
 */
export function valuesOf(type: FieldType, member: unknown): unknown[] {
  if (!Array.isArray(member)) return isEmptyValue(member) ? [] : [member];
  if (type === 'geo' && isPair(member)) return [member];
  return member.flatMap((element) => valuesOf(type, element));
}

/** The single values of a member of a field: `valuesOf`, and the parts of lists in one text. */
export function fieldValues({ type, notation }: Pick<ValueField, 'type' | 'notation'>, member: unknown): unknown[] {
  const values = valuesOf(type, member);
  const separator = notation?.separator ?? null;
  if (separator === null) return values;
  return values.flatMap((value): unknown => (typeof value === 'string' ? splitText(value, separator) : value));
} // prettier-ignore

/** The parts of a text between separators, without blanks around them and without empty ones. */
export function splitText(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * One value as the column of a field holds it. Numbers are converted to the unit of the field.
 *
 * @returns null for an empty value, one that does not fit the type, and one that is too long for a column
 */
export function columnValue(field: ValueField, value: unknown): ColumnValue | null {
  if (saysNothing(field, value)) return null;
  switch (field.type) {
    case 'bool':
      return readBool(value);
    case 'number':
      return numberIn(field, value);
    case 'date':
      return readDate(value, field.notation?.dateOrder ?? null);
    case 'geo':
      return readGeo(value);
    case 'enum': {
      const text = scalarText(value);
      return text !== null && (field.values === null || field.values.includes(text)) ? bounded(text) : null;
    }
    case 'keyword':
    case 'identifier':
    case 'url': {
      const text = scalarText(value);
      return text === null ? null : bounded(text);
    }
    case 'text':
    case 'children':
    case 'skip':
      return null;
  }
}

/**
 * Tells why one value does not fit the type of a field, such as `expected number, got 'call us'`.
 *
 * @returns null for a value that fits, an empty one, and types that take any scalar
 */
export function valueFault(field: ValueField, value: unknown): string | null {
  if (!isCheckedType(field.type) || saysNothing(field, value)) return null;
  if (fits(field, value)) return null;
  const hint = field.type === 'number' && isLongNumber(value) ? longNumberHint : '';
  return `expected ${expectation(field)}, got ${shownValue(value)}${hint}`;
}

/** Whether a text is a number of more digits than are kept. */
export function isLongNumber(value: unknown): boolean {
  return typeof value === 'string' && jsonNumber.test(value) && !isKeptNumber(value);
}

/** A value for messages: text in single quotes, cut after 60 characters, anything else as JSON. */
export function shownValue(value: unknown): string {
  const text = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
  return text.length <= shownCharsMax ? text : `${text.slice(0, shownCharsMax)}…`;
}

/** Text, numbers and booleans as text; null for objects and lists. */
export function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** The text of a scalar that is searched and shown in snippets: of a text field what its HTML shows. */
export function searchedText({ type }: Pick<ValueField, 'type'>, value: unknown): string | null {
  const text = scalarText(value);
  return text !== null && type === 'text' ? plainText(text) : text;
}

/** Whether a text can be one term of the search engine: it refuses a document with a longer one. */
export function fitsTerm(text: string): boolean {
  return text.length * 3 <= termBytesMax || Buffer.byteLength(text) <= termBytesMax;
}

/** Whether a value fits a type in one of the ways in which columns may write it. */
function fits(field: ValueField, value: unknown): boolean {
  if (field.type === 'enum') return fitsEnum(field, value);
  if (columnValue(field, value) !== null) return true;
  return field.type === 'date' && field.notation === undefined && readDate(value, 'day') !== null;
}

function numberIn({ unit: fieldUnit, notation }: ValueField, value: unknown): number | null {
  const unit = fieldUnit === null ? undefined : unitOf(fieldUnit);
  const mark = notation?.decimalMark ?? null;
  const reading = readNumber(value, mark) ?? readNumber(withoutUnit(value, fieldUnit), mark);
  if (reading === null) return null;
  if (fieldUnit === null || reading.unit === null) return reading.value;
  return unit !== undefined && areCompatible(reading.unit, unit)
    ? convert(reading.value, reading.unit, unit)
    : null;
}

/** Text without the unit of the field at its end, for units that no table knows, such as `12 pcs`. */
function withoutUnit(value: unknown, unit: string | null): unknown {
  if (typeof value !== 'string' || unit === null || unit === '') return null;
  const text = value.trim();
  return text.toLowerCase().endsWith(unit.toLowerCase()) ? text.slice(0, -unit.length) : null;
}

function fitsEnum({ values }: ValueField, value: unknown): boolean {
  const text = scalarText(value);
  return text !== null && (values === null || values.includes(text));
}

function expectation({ type, unit, values }: ValueField): string {
  if (type === 'number') return unit === null ? 'number' : `number in ${unit}`;
  if (type !== 'enum' || values === null) return type;
  return `one of ${shownValue(values.slice(0, 5).join(', '))}`;
}

function bounded(text: string): string | null {
  return text.length <= keywordCharsMax ? text : null;
}
