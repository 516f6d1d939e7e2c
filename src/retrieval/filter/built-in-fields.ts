import { equalFilenames } from '../../domain/platform/filename';
import { parseMoment } from '../../domain/platform/moment';
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
 * A condition on a built-in field, which is always there and of one type: values of another type are left
 * out, since they match nothing. What `created_at` is compared with becomes Unix milliseconds.
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
  const values = leaf.values.flatMap(read).flatMap((value) => formsOf(field, value));
  if (values.length > 0) return { ...leaf, values };
  return leaf.kind === 'any' ? nothing : everything;
}

/** A name is looked for in every spelling of Unicode that is equal to it. */
const formsOf = (field: BuiltInField, value: FilterValue): FilterValue[] =>
  field === 'filename' && typeof value === 'string' ? equalFilenames(value) : [value];

function readMoment(text: string, path: string): number {
  const ms = parseMoment(text);
  if (ms === null) throw new MetadataFilterError(path, 'must be an ISO 8601 date or time');
  return ms;
}
