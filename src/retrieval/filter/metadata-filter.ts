/** A value that metadata is compared with. */
export type FilterValue = string | number | boolean;

export type RangeOperator = 'gt' | 'gte' | 'lt' | 'lte';

/**
 * Fields that every document has, which filters name like keys of custom metadata; such keys are reserved.
 * `file_id` is another name of `document_id`.
 */
export const BUILT_IN_FIELDS = ['document_id', 'file_id', 'filename', 'content_type', 'created_at'] as const;
export type BuiltInField = (typeof BUILT_IN_FIELDS)[number];

/**
 * A filter over metadata, checked and in few forms. On a list a value means one of its texts. Values of
 * different types never match each other. `created_at` is compared with Unix milliseconds, the other built-in
 * fields with texts.
 */
export type MetadataFilter =
  /** All hold. An empty list matches everything. */
  | { kind: 'and'; filters: MetadataFilter[] }
  /** At least one holds. An empty list matches nothing. */
  | { kind: 'or'; filters: MetadataFilter[] }
  | FilterLeaf;

/** A condition on a key. */
export type FilterLeaf =
  /** The key has one of at least one value. */
  | { kind: 'any'; key: string; values: FilterValue[] }
  /** The key has none of at least one value, or is not there. */
  | { kind: 'none'; key: string; values: FilterValue[] }
  /**
   * The key has a value of the same type on that side; texts in the order of their code points, false before
   * true.
   */
  | { kind: 'range'; key: string; operator: RangeOperator; value: FilterValue }
  /** The key is there, also with an empty list. */
  | { kind: 'exists'; key: string }
  | { kind: 'missing'; key: string };

/** Matches everything. */
export const everything: MetadataFilter = { kind: 'and', filters: [] };
/** Matches nothing. */
export const nothing: MetadataFilter = { kind: 'or', filters: [] };

export function isBuiltIn(key: string): key is BuiltInField {
  return (BUILT_IN_FIELDS as readonly string[]).includes(key);
}

/** Filters within filters, the outermost counted. */
export const filterDepthMax = 5;
/** Conditions in all. */
export const filterLeavesMax = 100;
/** Filters of one `$and` or `$or`. */
export const filterBranchesMax = 50;
/** Values of one `$in` or `$nin`. */
export const filterValuesMax = 1_000;
/** Longer texts cannot be the end of a range: the search index keeps the order of only so much of a text. */
export const rangeTextCharsMax = 1_000;

const pathCharsMax = 300;

/** A filter that cannot be read. */
export class MetadataFilterError extends Error {
  override readonly name = 'MetadataFilterError';
  /** Where, such as `$and[1].year.$gte`; empty for the whole filter. */
  readonly path: string;

  constructor(
    path: string,
    readonly reason: string,
  ) {
    super(path === '' ? `The filter ${reason}.` : `The filter at ${path.slice(0, pathCharsMax)} ${reason}.`);
    this.path = path.slice(0, pathCharsMax);
  }
}
