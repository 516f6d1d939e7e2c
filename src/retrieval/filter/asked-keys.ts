import { type FilterValue } from './metadata-filter';

/** Types of values; values of different types never match. */
export const VALUE_TYPES = ['string', 'number', 'boolean'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** A key that a filter names, with the values that it is compared with. */
export interface AskedKey {
  key: string;
  /** Values by type; `range` when one of them is a bound of a range. */
  values: Map<ValueType, FilterValue[] | 'range'>;
}

const rangeOperators: ReadonlySet<string> = new Set(['$gt', '$gte', '$lt', '$lte']);

/**
 * The keys that a filter names, each once, in order.
 *
 * @param sent a valid filter of `parseMetadataFilter`
 */
export function askedKeys(sent: Record<string, unknown>): AskedKey[] {
  const byKey = new Map<string, AskedKey['values']>();
  const open = [sent];
  for (let filter = open.pop(); filter !== undefined; filter = open.pop()) {
    for (const [key, value] of Object.entries(filter)) {
      if (key.startsWith('$')) {
        open.push(...(value as Record<string, unknown>[]));
        continue;
      }
      const values: AskedKey['values'] = byKey.get(key) ?? new Map<ValueType, FilterValue[] | 'range'>();
      byKey.set(key, values);
      const isPlain = typeof value !== 'object' || value === null;
      for (const [operator, argument] of Object.entries(isPlain ? { $eq: value } : value))
        if (operator !== '$exists') addValues(values, operator, argument as FilterValue | FilterValue[]);
    }
  }
  return [...byKey].map(([key, values]) => ({ key, values })).sort((a, b) => (a.key < b.key ? -1 : 1));
}

export const typeOf = (value: FilterValue): ValueType => typeof value as ValueType;

function addValues(
  values: AskedKey['values'],
  operator: string,
  argument: FilterValue | readonly FilterValue[],
): void {
  for (const value of Array.isArray(argument) ? argument : [argument as FilterValue]) {
    const type = typeOf(value as FilterValue);
    const known = values.get(type) ?? [];
    if (rangeOperators.has(operator)) values.set(type, 'range');
    else if (known !== 'range') {
      known.push(value as FilterValue);
      values.set(type, known);
    }
  }
}
