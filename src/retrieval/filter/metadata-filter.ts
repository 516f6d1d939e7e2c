/** A value that metadata is compared with. */
export type FilterValue = string | number | boolean;

export type RangeOperator = 'gt' | 'gte' | 'lt' | 'lte';

/**
 * Fields of every document that filters name like keys of custom metadata; these names are reserved.
 * `file_id` is an alias of `document_id`.
 */
export const BUILT_IN_FIELDS = ['document_id', 'file_id', 'filename', 'content_type', 'created_at'] as const;
export type BuiltInField = (typeof BUILT_IN_FIELDS)[number];

/**
 * A validated filter over metadata, in normal form. A value matches a list that contains it. Values of
 * different types never match. `created_at` is compared with Unix milliseconds, other built-in fields with
 * strings.
 */
export type MetadataFilter =
  /** All filters match. An empty list matches everything. */
  | { kind: 'and'; filters: MetadataFilter[] }
  /** At least one filter matches. An empty list matches nothing. */
  | { kind: 'or'; filters: MetadataFilter[] }
  | FilterLeaf;

/** A condition on a key. */
export type FilterLeaf =
  /** The key has one of the values; there is at least one. */
  | { kind: 'any'; key: string; values: FilterValue[] }
  /** The key has none of the values, or is absent; there is at least one value. */
  | { kind: 'none'; key: string; values: FilterValue[] }
  /**
   * The key has a value of the same type on that side of `value`; strings are ordered by code points, false
   * is before true.
   */
  | { kind: 'range'; key: string; operator: RangeOperator; value: FilterValue }
  /** The key is present, also with an empty list. */
  | { kind: 'exists'; key: string }
  | { kind: 'missing'; key: string };

/** Matches everything. */
export const everything: MetadataFilter = { kind: 'and', filters: [] };
/** Matches nothing. */
export const nothing: MetadataFilter = { kind: 'or', filters: [] };

export function isBuiltIn(key: string): key is BuiltInField {
  return (BUILT_IN_FIELDS as readonly string[]).includes(key);
}

/** Depth of nested filters, the outermost included. */
export const filterDepthMax = 5;
/** Conditions in total. */
export const filterLeavesMax = 100;
/** Filters of one `$and` or `$or`. */
export const filterBranchesMax = 50;
/** Values of one `$in` or `$nin`. */
export const filterValuesMax = 1_000;
/** Longest string as a bound of a range: the search index orders strings by this many characters. */
export const rangeTextCharsMax = 1_000;

const pathCharsMax = 300;

/** An invalid filter. */
export class MetadataFilterError extends Error {
  override readonly name = 'MetadataFilterError';
  /** Position, such as `$and[1].year.$gte`; empty for the whole filter. */
  readonly path: string;

  constructor(
    path: string,
    readonly reason: string,
  ) {
    super(path === '' ? `The filter ${reason}.` : `The filter at ${path.slice(0, pathCharsMax)} ${reason}.`);
    this.path = path.slice(0, pathCharsMax);
  }
}
