import { columnValue, valuesOf } from '../values/column-value';
import { membersAt } from '../values/members-at';
import { type FittingValues, type QueryConstraint } from './query-constraints';

/** A value by which a record fits a constraint. */
export interface FittingValue {
  field: string;
  value: number;
  unit: string | null;
}

/** The values by which a record fits a constraint, one for each of its parts; null where it does not fit. */
export function fittingValuesOf(
  record: object,
  { parts }: Pick<QueryConstraint, 'parts'>,
): FittingValue[] | null {
  const values = parts.map((fields) => fields.flatMap((each) => fittingValue(record, each) ?? [])[0]);
  return values.includes(undefined) ? null : (values as FittingValue[]);
}

function fittingValue(record: object, { field, gte, lte }: FittingValues): FittingValue | null {
  const { name, path, unitName: unit } = field;
  for (const member of membersAt(record, path))
    for (const each of valuesOf('number', member)) {
      const value = columnValue({ type: 'number', unit, values: null }, each);
      if (typeof value === 'number' && value >= (gte ?? -Infinity) && value <= (lte ?? Infinity))
        return { field: name, value, unit };
    }
  return null;
}
