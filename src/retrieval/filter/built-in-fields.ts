import {
  type BuiltInField,
  everything,
  type FilterLeaf,
  type FilterValue,
  type MetadataFilter,
  MetadataFilterError,
  nothing,
} from './metadata-filter';

/**
 * A condition on a built-in field, which is always there and of one type: values of another type are left out, since they match
 * nothing. What `created_at` is compared with becomes Unix milliseconds.
 *
 * @throws MetadataFilterError for a text that is no date where one is needed
 */
export function readBuiltIn(field: BuiltInField, leaf: FilterLeaf, path: string): MetadataFilter {
  if (leaf.kind === 'exists') return everything;
  if (leaf.kind === 'missing') return nothing;
  const read = (value: FilterValue): FilterValue[] => {
    if (typeof value !== 'string') return [];
    return [field === 'created_at' ? readMoment(value, path) : value];
  };
  if (leaf.kind === 'range') {
    const [value] = read(leaf.value);
    return value === undefined ? nothing : { ...leaf, value };
  }
  const values = leaf.values.flatMap(read);
  if (values.length > 0) return { ...leaf, values };
  return leaf.kind === 'any' ? nothing : everything;
}

/** ISO 8601: a year, a month, a day, or a time of a day, which is UTC unless it says otherwise. */
const isoPattern = /^(\d{4}(?:-\d\d(?:-\d\d)?)?)(T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:\d\d)?$/;

function readMoment(text: string, path: string): number {
  const [, day = '', time, zone] = isoPattern.exec(text) ?? [];
  const ms = Date.parse(time === undefined || zone !== undefined ? text : `${text}Z`);
  if (!isDay(day) || Number.isNaN(ms) || (zone !== undefined && time === undefined))
    throw new MetadataFilterError(path, 'must be an ISO 8601 date or time');
  return ms;
}

/** Whether the calendar has it: the 30th of February would be read as a day in March. */
function isDay(day: string): boolean {
  const ms = Date.parse(day);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}
