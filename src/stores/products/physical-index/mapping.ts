import { type estypes } from '@elastic/elasticsearch';
import { type ColumnKind } from '../../../domain/products/field-table';
import { fieldsPerIndexMax } from '../../../domain/products/limits';

const notCounted = { doc_values: false } as const;
/** Words that the service's tokenizer has split, joined by spaces. */
const words = { type: 'text', analyzer: 'whitespace', norms: false } as const;

const columnTypes: Record<ColumnKind, estypes.MappingProperty> = {
  // Documents contain no value that is too long; an unexpected one is refused instead of ignored.
  keyword: { type: 'keyword' },
  number: { type: 'double' },
  date: { type: 'date', format: 'epoch_millis' },
  geo: { type: 'geo_point' },
  bool: { type: 'boolean' },
};

/** Columns of a physical index by their names, `f0` to `fN`. */
export type Columns = Readonly<Record<string, ColumnKind>>;

/**
 * Mapping of a physical index. All field names are the service's (`strict`): names of record fields never
 * reach Elasticsearch. `t1` and `t2` contain words by tier, `t2` those of both. All words of a record are in
 * `t3`, which typo correction searches, or in `t0`.
 *
 * @param vectorDimensions dimensions of the vectors of titles; null without vectors
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
      /** Id of the record, the last key of every sort order. */
      id: { type: 'keyword' },
      /** Words of the title. */
      tw: { type: 'short', index: false },
      t1: words,
      t2: words,
      t3: words,
      t0: words,
      /** Identifiers, reduced to letters and digits. */
      x: { type: 'keyword', ...notCounted },
      acl: { type: 'keyword', ...notCounted },
      deny: { type: 'keyword', ...notCounted },
      tenant: { type: 'keyword', ...notCounted },
      /** Code of the record's group, the part of the code, and the key of the group. */
      g: { type: 'long', index: false },
      gp: { type: 'keyword', index: false },
      gk: { type: 'keyword' },
      ...(vectorDimensions === null ? {} : { v: vectorField(vectorDimensions) }),
      ...Object.fromEntries(Object.entries(columns).map(([name, kind]) => [name, columnTypes[kind]])),
    },
  };
}

/** Vectors of titles. The search is exact, since builds with vectors are small. */
function vectorField(dims: number): estypes.MappingDenseVectorProperty {
  return { type: 'dense_vector', dims, index: true, similarity: 'cosine', index_options: { type: 'flat' } };
}

/** Most fields of a mapping: those of the records and the service's own. */
const mappedFieldsMax = fieldsPerIndexMax + 100;

/**
 * Settings of a physical index during its build: no replicas and no refreshes. Versions of deleted documents
 * are kept as long as a build may write an older state.
 */
export const buildingSettings: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  number_of_replicas: 0,
  refresh_interval: '-1',
  gc_deletes: '12h',
  'mapping.total_fields.limit': mappedFieldsMax,
};
