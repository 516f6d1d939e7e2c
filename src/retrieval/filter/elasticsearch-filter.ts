import { type estypes } from '@elastic/elasticsearch';
import {
  keyToken,
  tokenRange,
  tokenType,
  valueToken,
} from '../../stores/documents/search-index/metadata-tokens';
import { type BuiltInField, type FilterLeaf, isBuiltIn, type MetadataFilter } from './metadata-filter';

type Query = NonNullable<estypes.QueryDslQueryContainer>;

const fields: Record<BuiltInField, string> = {
  document_id: 'document',
  file_id: 'document',
  filename: 'filename',
  content_type: 'content_type',
  created_at: 'created_at',
};

/**
 * Converts the filter into a query on chunks of the search index.
 *
 * @param tokens `meta`: the chunk's own metadata merged over that of its document; `document_meta`: only the
 * document's
 */
export function toSearchFilter(filter: MetadataFilter, tokens: 'meta' | 'document_meta'): Query {
  const inner = (filters: MetadataFilter[]) => filters.map((one) => toSearchFilter(one, tokens));
  switch (filter.kind) {
    case 'and':
      return filter.filters.length === 0 ? { match_all: {} } : { bool: { filter: inner(filter.filters) } };
    case 'or':
      if (filter.filters.length === 0) return { match_none: {} };
      return { bool: { should: inner(filter.filters), minimum_should_match: 1 } };
    case 'none':
      return { bool: { must_not: [condition({ ...filter, kind: 'any' }, tokens)] } };
    case 'missing':
      return { bool: { must_not: [condition({ ...filter, kind: 'exists' }, tokens)] } };
    default:
      return condition(filter, tokens);
  }
}

type Condition = Exclude<FilterLeaf, { kind: 'none' | 'missing' }>;

function condition(leaf: Condition, tokens: string): Query {
  const { key } = leaf;
  if (leaf.kind === 'exists') return { term: { [tokens]: keyToken(key) } };
  if (isBuiltIn(key)) return builtIn(leaf, fields[key]);
  if (leaf.kind === 'any') return { terms: { [tokens]: leaf.values.map((value) => valueToken(key, value)) } };
  const { operator, value } = leaf;
  const { from, below } = tokenRange(key, tokenType(value));
  const otherEnd = operator === 'gt' || operator === 'gte' ? { lt: below } : { gte: from };
  return { range: { [tokens]: { [operator]: valueToken(key, value), ...otherEnd } } };
}

function builtIn(leaf: Exclude<Condition, { kind: 'exists' }>, field: string): Query {
  return leaf.kind === 'any'
    ? { terms: { [field]: leaf.values } }
    : { range: { [field]: { [leaf.operator]: leaf.value } } };
}
