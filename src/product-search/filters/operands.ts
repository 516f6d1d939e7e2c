import { columnValue } from '../values/column-value';
import { readBool } from '../values/bool';
import { readDate, readDateText } from '../values/date';
import { readNumber } from '../values/number';
import { unitsExpected, valuesExpected } from './expectations';
import { type FilterField } from './filter-fields';
import { FilterInvalid, type FilterPlace } from './filter-invalid';

/** A value of a filter as it was sent. */
export interface Operand {
  /** A number with a unit is text, such as `2 ft`. */
  value: string | number | boolean;
  /** Text that the value has in a field of texts. */
  text: string;
  place: FilterPlace;
  /** Place of the unit, of a number that has one. */
  unitPlace?: FilterPlace;
}

/** A time from `start` to before `end`, in Unix milliseconds. */
export interface Period {
  start: number;
  end: number;
}

const dayMs = 86_400_000;
/** Smaller numbers, but for 0, are no likely epochs: 2024 is a year, not half an hour after 1970. */
const firstLikelyEpoch = 1e8;
const shownCharsMax = 40;

/** A number in the unit of its field. @throws FilterInvalid */
export function numberOperand(field: FilterField, operand: Operand): number {
  const { value, place, unitPlace } = operand;
  const { unit, name } = field;
  const reading = readNumber(value);
  if (unit === null && reading !== null && reading.unit !== null)
    throw new FilterInvalid(`The field '${name}' has no unit.`, unitPlace ?? place, ['number']);
  const number = columnValue({ type: 'number', unit, values: null }, value);
  if (typeof number === 'number') return number;
  if (unitPlace !== undefined || (reading !== null && reading.unit !== null)) {
    const message = `${shownOperand(operand)} has no unit that converts to ${unit ?? ''}, the unit of '${name}'.`;
    throw new FilterInvalid(message, unitPlace ?? place, unitsExpected(field));
  }
  throw unfit(field, operand);
}

/**
 * The time that a date stands for: a day without a time is all of it in UTC, anything else one millisecond.
 *
 * @throws FilterInvalid
 */
export function dateOperand(field: FilterField, operand: Operand): Period {
  const { value } = operand;
  const start = typeof value === 'number' && !isLikelyEpoch(value) ? null : readDate(value);
  if (start === null) throw unfit(field, operand);
  const isDay = typeof value === 'string' && !value.includes(':') && readDateText(value.trim()) !== null;
  return { start, end: start + (isDay ? dayMs : 1) };
}

/** True or false, in every way that records may write them. @throws FilterInvalid */
export function boolOperand(field: FilterField, operand: Operand): boolean {
  const read = readBool(operand.value);
  if (read === null) throw unfit(field, operand);
  return read;
}

function isLikelyEpoch(value: number): boolean {
  return value === 0 || Math.abs(value) >= firstLikelyEpoch;
}

function unfit(field: FilterField, operand: Operand): FilterInvalid {
  const example = field.type === 'date' ? ', such as 2024-05-01 or 2024-05-01T10:30:00Z' : '';
  const expected = valuesExpected(field);
  const message = `Expected ${expected.join(' or ')}${example}, got ${shownOperand(operand)}.`;
  return new FilterInvalid(message, operand.place, expected);
}

function shownOperand({ text }: Operand): string {
  return `'${text.length <= shownCharsMax ? text : `${text.slice(0, shownCharsMax)}…`}'`;
}
