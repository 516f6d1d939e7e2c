import { type Filter } from 'mongodb';
import { type DocumentRow } from '../../stores/documents/contents/documents';
import {
  type BuiltInField,
  type FilterLeaf,
  type FilterValue,
  isBuiltIn,
  type MetadataFilter,
} from './metadata-filter';

const fields: Record<BuiltInField, keyof DocumentRow> = {
  document_id: 'documentId',
  file_id: 'documentId',
  filename: 'filename',
  content_type: 'contentType',
  created_at: 'createdAt',
};

/** Converts the filter into a condition on rows of `documents`. */
export function toMongoFilter(filter: MetadataFilter): Filter<DocumentRow> {
  switch (filter.kind) {
    case 'and':
      return filter.filters.length === 0 ? {} : { $and: filter.filters.map(toMongoFilter) };
    case 'or':
      // MongoDB refuses an empty $or.
      return filter.filters.length === 0 ? { _id: { $in: [] } } : { $or: filter.filters.map(toMongoFilter) };
    case 'none':
      return { $nor: [condition({ ...filter, kind: 'any' })] };
    case 'missing':
      return { $nor: [condition({ ...filter, kind: 'exists' })] };
    default:
      return condition(filter);
  }
}

type Condition = Exclude<FilterLeaf, { kind: 'none' | 'missing' }>;

function condition(leaf: Condition): Filter<DocumentRow> {
  const { key } = leaf;
  if (leaf.kind === 'exists') return { custom: { $elemMatch: { k: key } } };
  if (isBuiltIn(key)) return { [fields[key]]: test(leaf, key === 'created_at') };
  return { custom: { $elemMatch: { k: key, v: test(leaf, false) } } };
}

/**
 * MongoDB compares only values of the same type, and matches lists by their items, as the filter language
 * does.
 */
function test(leaf: Exclude<Condition, { kind: 'exists' }>, isMoment: boolean): Record<string, unknown> {
  const stored = (value: FilterValue) => (isMoment ? new Date(value as number) : value);
  return leaf.kind === 'any'
    ? { $in: leaf.values.map(stored) }
    : { [`$${leaf.operator}`]: stored(leaf.value) };
}
