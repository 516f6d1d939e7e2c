import { equalFilenames } from '../../domain/platform/filename';
import { isBetweenMilliseconds, parseMoment, parseMomentUp } from '../../domain/platform/moment';
import {
  type BuiltInField,
  everything,
  type FilterLeaf,
  type FilterValue,
  type MetadataFilter,
  MetadataFilterError,
  nothing,
  type RangeOperator,
} from './metadata-filter';

/**
 * A condition on a built-in field, which is always there and of one type: values of another type are left
 * out, since they match nothing. What `created_at` is compared with becomes Unix milliseconds.
 *
 * @throws MetadataFilterError for a text that is no date where one is needed
 */
export function readBuiltIn(field: BuiltInField, leaf: FilterLeaf, path: string): MetadataFilter {
  if (leaf.kind === 'exists') return everything;
  if (leaf.kind === 'missing') return nothing;
  if (leaf.kind === 'range') {
    const { operator, value } = leaf;
    if (typeof value !== 'string') return nothing;
    return field === 'created_at' ? { ...leaf, value: readBound(operator, value, path) } : leaf;
  }
  const read = (value: FilterValue): FilterValue[] => {
    if (typeof value !== 'string') return [];
    return field === 'created_at' ? readMoments(value, path) : [value];
  };
  const values = leaf.values.flatMap(read).flatMap((value) => formsOf(field, value));
  if (values.length > 0) return { ...leaf, values };
  return leaf.kind === 'any' ? nothing : everything;
}

/** A name is looked for in every spelling of Unicode that is equal to it. */
const formsOf = (field: BuiltInField, value: FilterValue): FilterValue[] =>
  field === 'filename' && typeof value === 'string' ? equalFilenames(value) : [value];

/** Bounds in whole milliseconds, as times are kept, between which the same times lie. */
function readBound(operator: RangeOperator, text: string, path: string): number {
  return momentOf(operator === 'gte' || operator === 'lt' ? parseMomentUp(text) : parseMoment(text), path);
}

/** The times that equal a moment: none where it lies between two milliseconds. */
function readMoments(text: string, path: string): number[] {
  const ms = momentOf(parseMoment(text), path);
  return isBetweenMilliseconds(text) ? [] : [ms];
}

function momentOf(ms: number | null, path: string): number {
  if (ms === null) throw new MetadataFilterError(path, 'must be an ISO 8601 date or time');
  return ms;
}
