import { type FieldTable } from '../../domain/products/field-table';
import { builtInField } from '../schema/built-in-fields';
import { fieldName } from '../schema/declared-fields';
import { areCompatible } from '../units/convert';
import { type Unit, unitOf } from '../units/unit-table';
import { nameWords } from './dimension-words';

/** A number field that amounts of queries are compared with. */
export interface MeasuredField {
  name: string;
  path: readonly string[];
  column: string;
  /** Null: a price in whatever currency. */
  unit: Unit | null;
  /** The unit as it is set, such as `inches`. */
  unitName: string | null;
  /** Words of its name, without case and accents. */
  words: readonly string[];
}

/** The filterable number fields of a build that have a unit, and its price. */
export function measuredFields({ fields }: Pick<FieldTable, 'fields'>): MeasuredField[] {
  return fields.flatMap(({ path, type, unit: unitName, column, filterable }) => {
    if (type !== 'number' || column === null || !filterable) return [];
    const unit = unitName === null ? null : (unitOf(unitName) ?? null);
    const isPrice = unitName === null && builtInField(path)?.type === 'number';
    if (unit === null && !isPrice) return [];
    const name = fieldName(path);
    return [{ name, path, column, unit, unitName, words: nameWords(name) }];
  });
}

/** Whether amounts of a unit can be compared with a field. @param unit null: a plain number, which is one of money */
export function canMeasure({ unit: own }: MeasuredField, unit: Unit | null): boolean {
  if (own === null || unit === null) return (own ?? unit)?.quantity === 'currency' || own === unit;
  return areCompatible(unit, own);
}
