import { unitOf, unitSymbols } from '../units/unit-table';
import { type FilterField } from './filter-fields';

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
export function unitsExpected({ unit }: FilterField): string[] {
  if (unit === null) return [];
  const known = unitOf(unit);
  return known === undefined || known.quantity === 'currency' ? [unit] : unitSymbols(known.quantity);
}
