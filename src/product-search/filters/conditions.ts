import { type FilterField, FilterInvalid, type FilterPlace } from './filter-fields';
import { allOf, anyOf, type FilterTree, type RangeBounds } from './filter-tree';
import { columnValue, isLongNumber } from '../values/column-value';
import { readBool } from '../values/bool';
import { type Period, readPeriod } from '../values/date';
import { readNumber } from '../values/number';
import { unitOf, unitSymbols } from '../units/units';

/** Comparisons that need an order. */
export type OrderOperator = '<' | '<=' | '>' | '>=';

/** Condition that a field has one of some values. @throws FilterInvalid */
export function oneOf(field: FilterField, operands: readonly Operand[]): FilterTree {
  const { type, column } = field;
  if (type === 'date')
    return anyOf(
      operands.map((operand) => {
        const { start, end } = dateOperand(field, operand);
        return { kind: 'range', column, bounds: { gte: start, lt: end } };
      }),
    );
  const values = operands.map((operand) => {
    if (type === 'number') return numberOperand(field, operand);
    return type === 'bool' ? boolOperand(field, operand) : operand.text;
  });
  return { kind: 'values', column, values: [...new Set(values)] };
}

/** Condition that a field has every one of some values, in lists. @throws FilterInvalid */
export function everyOf(field: FilterField, operands: readonly Operand[]): FilterTree {
  return allOf(operands.map((operand) => oneOf(field, [operand])));
}

/** Bounds that a comparison with a number or a date sets. @throws FilterInvalid */
export function boundsOf(field: FilterField, operator: OrderOperator, operand: Operand): RangeBounds {
  if (field.type === 'number') {
    const number = numberOperand(field, operand);
    const members = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;
    return { [members[operator]]: number };
  }
  if (field.type === 'any') return {};
  const { start, end } = dateOperand(field, operand);
  switch (operator) {
    case '<':
      return { lt: start };
    case '<=':
      return { lt: end };
    case '>':
      return { gte: end };
    case '>=':
      return { gte: start };
  }
}

/** Condition that one value of a field is within bounds. */
export function within({ column }: FilterField, bounds: RangeBounds): FilterTree {
  return { kind: 'range', column, bounds };
}

/** A value of a filter as it was sent. */
export interface Operand {
  /** A number with a unit is text, such as `2 ft`. */
  value: string | number | boolean;
  /** Text that the value has in a field of texts. */
  text: string;
  place: FilterPlace;
  unitPlace?: FilterPlace;
}

/** Smaller epochs, but for 0, are no likely ones: March 1973 in seconds. */
const firstLikelyEpoch = 1e8;
const firstMilliseconds = 1e11;
/** Largest time of JavaScript, and so of a column. */
const lastTime = 8.64e15;
const shownCharsMax = 40;

/** A number in the unit of its field. @throws FilterInvalid */
function numberOperand(field: FilterField, operand: Operand): number {
  const { value, place, unitPlace } = operand;
  const { unit, name } = field;
  // The text has digits that the number may have lost.
  const reading = readNumber(typeof value === 'number' ? operand.text : value);
  if (unit === null && reading !== null && reading.unit !== null)
    throw new FilterInvalid(`The field '${name}' has no unit.`, unitPlace ?? place, ['number']);
  const number =
    reading === null && typeof value === 'number'
      ? null
      : columnValue({ type: 'number', unit, values: null }, value);
  if (typeof number === 'number') return number;
  if (unitPlace !== undefined || (reading !== null && reading.unit !== null)) {
    const message = `${shownOperand(operand)} has no unit that converts to ${unit ?? ''}, the unit of '${name}'.`;
    throw new FilterInvalid(message, unitPlace ?? place, unitsExpected(field));
  }
  if (isLongNumber(operand.text))
    throw new FilterInvalid(
      `${shownOperand(operand)} has more digits than numbers of '${name}' keep.`,
      place,
      valuesExpected(field),
    );
  throw unfit(field, operand);
}

/**
 * The time that a date stands for: all of a year, month or day in UTC, anything else one millisecond.
 * Unlike those of records, epochs may lie in any year: a bound may lie before and behind all records.
 *
 * @throws FilterInvalid
 */
function dateOperand(field: FilterField, operand: Operand): Period {
  const { value } = operand;
  const period = readPeriod(value) ?? (typeof value === 'number' ? distantEpoch(value) : null);
  if (period === null) throw unfit(field, operand);
  return period;
}

/** True or false, in every way that records may write them. @throws FilterInvalid */
function boolOperand(field: FilterField, operand: Operand): boolean {
  const read = readBool(operand.value);
  if (read === null) throw unfit(field, operand);
  return read;
}

/** An epoch in seconds or milliseconds; numbers that are more likely counts are none. */
function distantEpoch(value: number): Period | null {
  if (value !== 0 && Math.abs(value) < firstLikelyEpoch) return null;
  const start = Math.round(Math.abs(value) < firstMilliseconds ? value * 1000 : value);
  return Math.abs(start) <= lastTime ? { start, end: start + 1 } : null;
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

/** Operators that take any type. */
const equalityOperators = ['=', '!=', 'IN', 'NOT IN', 'EXISTS', 'NOT EXISTS'] as const;
/** Operators of numbers and dates besides. */
const orderOperators = ['<', '<=', '>', '>='] as const;

/** Whether values of a field have an order. */
export function isOrdered({ type }: FilterField): boolean {
  return type === 'number' || type === 'date' || type === 'any';
}

/** Operators that a field takes, as an error lists them; a value begins a range. */
export function operatorsOf(field: FilterField): string[] {
  if (field.type === 'geo') return ['EXISTS', 'NOT EXISTS'];
  const operators: string[] = [...equalityOperators];
  const end = field.type === 'any' ? 'value' : field.type;
  if (isOrdered(field)) operators.push(...orderOperators, `${end} .. ${end}`);
  return operators;
}

/** Kinds of values that a field takes, as an error lists them. */
export function valuesExpected({ type, unit }: FilterField): string[] {
  if (type === 'number') return unit === null ? ['number'] : ['number', 'number with unit'];
  if (type === 'date') return ['date'];
  if (type === 'any') return ['string', 'number', 'number with unit', 'date', 'true', 'false'];
  return type === 'bool' ? ['true', 'false'] : ['string'];
}

/** Units that values of a field may have, as an error lists them. */
function unitsExpected({ unit }: FilterField): string[] {
  if (unit === null) return [];
  const known = unitOf(unit);
  return known === undefined || known.quantity === 'currency' ? [unit] : unitSymbols(known.quantity);
}
