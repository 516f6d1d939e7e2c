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
 * Parses a condition on a built-in field. Such fields always exist and have one type: values of other types
 * match nothing and are dropped. Values for `created_at` become Unix milliseconds.
 *
 * @throws MetadataFilterError for an invalid date
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

/** The Unicode forms of a name, which are equal for a search. */
const formsOf = (field: BuiltInField, value: FilterValue): FilterValue[] =>
  field === 'filename' && typeof value === 'string' ? equalFilenames(value) : [value];

/** Bounds in whole milliseconds, the precision of stored times, that select the same times. */
function readBound(operator: RangeOperator, text: string, path: string): number {
  return momentOf(operator === 'gte' || operator === 'lt' ? parseMomentUp(text) : parseMoment(text), path);
}

/** The stored times that equal a moment: none for a fraction of a millisecond. */
function readMoments(text: string, path: string): number[] {
  const ms = momentOf(parseMoment(text), path);
  return isBetweenMilliseconds(text) ? [] : [ms];
}

function momentOf(ms: number | null, path: string): number {
  if (ms === null) throw new MetadataFilterError(path, 'must be an ISO 8601 date or time');
  return ms;
}
