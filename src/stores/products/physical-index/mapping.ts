import { type estypes } from '@elastic/elasticsearch';
import { type ColumnKind } from '../../../domain/products/field-table';
import { fieldsPerIndexMax } from '../../../domain/products/limits';

const notCounted = { doc_values: false } as const;
/** Words that our tokenizer has cut, with a space between two of them. */
const words = { type: 'text', analyzer: 'whitespace', norms: false } as const;

const columnTypes: Record<ColumnKind, estypes.MappingProperty> = {
  // Documents have no value that is too long; one that slips through is refused, not ignored.
  keyword: { type: 'keyword' },
  number: { type: 'double' },
  date: { type: 'date', format: 'epoch_millis' },
  geo: { type: 'geo_point' },
  bool: { type: 'boolean' },
};

/** Columns of a physical index by their names, `f0` to `fN`. */
export type Columns = Readonly<Record<string, ColumnKind>>;

/**
 * Fields of a physical index. All names are ours (`strict`): names of a record's fields never reach
 * Elasticsearch. `t1` and `t2` hold words by tier, `t2` those of both. All words of a record are in `t3`, where
 * typos reach them, or in `t0`.
 *
 * @param vectorDimensions of the vectors of titles; null where there are none
 */
export function physicalMapping(
  columns: Columns,
  vectorDimensions: number | null,
): estypes.MappingTypeMapping {
  return {
    dynamic: 'strict',
    _source: { includes: ['r'] },
    properties: {
      /** JSON text of the record, as it was sent. */
      r: { type: 'keyword', index: false, doc_values: false },
      /** Id of the record: the last key of every order. */
      id: { type: 'keyword' },
      t1: words,
      t2: words,
      t3: words,
      t0: words,
      /** Identifiers, folded to letters and digits. */
      x: { type: 'keyword', ...notCounted },
      acl: { type: 'keyword', ...notCounted },
      deny: { type: 'keyword', ...notCounted },
      tenant: { type: 'keyword', ...notCounted },
      /** Code of the group of the record, the part of the codes that it is in, and the key of the group. */
      g: { type: 'long', index: false },
      gp: { type: 'keyword', index: false },
      gk: { type: 'keyword' },
      ...(vectorDimensions === null ? {} : { v: vectorField(vectorDimensions) }),
      ...Object.fromEntries(Object.entries(columns).map(([name, kind]) => [name, columnTypes[kind]])),
    },
  };
}

/** Vectors of titles, searched exactly: builds with vectors are small. */
function vectorField(dims: number): estypes.MappingDenseVectorProperty {
  return { type: 'dense_vector', dims, index: true, similarity: 'cosine', index_options: { type: 'flat' } };
}

/** Fields that a mapping may have: those of the records and our own. */
const mappedFieldsMax = fieldsPerIndexMax + 100;

/**
 * Settings of a physical index while it is built: no copies and no refreshes. Numbers of removed documents
 * are kept for as long as a build may take to write an older state of them.
 */
export const buildingSettings: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  number_of_replicas: 0,
  refresh_interval: '-1',
  gc_deletes: '12h',
  'mapping.total_fields.limit': mappedFieldsMax,
};
