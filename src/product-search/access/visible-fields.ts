import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type PhysicalIndexes } from '../../stores/products/physical-index';
import { readAmounts } from '../constraints/read-amounts';
import { measuredFields } from '../constraints/query-constraints';
import { createFilterFields, type FilterFields } from '../filters';
import { fieldName } from '../schema/declared-fields';
import { type SearchTarget } from '../search/search-target';
import { type Query } from '../search/ranked-query';
import { tellsEveryName } from './shown-fields';

/** The fields that a request asks for. */
export interface AskedFields {
  /** Names beside those in filters. */
  names: ReadonlySet<string>;
  /** Reads the filters of the request. Where it throws, only the fields before that place matter. */
  readFilters: (fields: FilterFields) => void;
  /** Text whose amounts are compared with fields; null without one. */
  amountsOf: string | null;
}

/** Gives a target to a request of its caller; see {@link createVisibleFields}. */
export type VisibleFields = (
  target: SearchTarget,
  asked: AskedFields,
  signal: AbortSignal,
) => Promise<SearchTarget>;

/** Fields that visible records were seen to have. The caller may know of them, whatever happens to the records. */
const seenMax = 10_000;
const seenTtlMs = 60_000;

/**
 * Creates the function that leaves out of a target the fields that a request asks for and no visible record has:
 * the request is then answered, or refused, as by an index that never had the hidden records. Fields that the
 * settings name stay. A caller who sees every record gets the target as it is.
 */
export function createVisibleFields({
  physicalIndexes,
}: {
  physicalIndexes: Pick<PhysicalIndexes, 'search'>;
}): VisibleFields {
  const seen = new LRUCache<string, true>({ max: seenMax, ttl: seenTtlMs });

  /** Columns in which no visible record has a value. */
  async function emptyColumns(
    { physical, visible }: SearchTarget,
    columns: readonly string[],
    signal: AbortSignal,
  ): Promise<Set<string>> {
    const scope = createHash('sha256')
      .update(JSON.stringify([physical, visible]))
      .digest('base64url');
    const keyOf = (column: string) => `${scope}/${column}`;
    const unseen = columns.filter((column) => !seen.has(keyOf(column)));
    if (unseen.length === 0) return new Set();
    const { aggregations = {} } = await physicalIndexes.search(
      physical,
      {
        size: 0,
        track_total_hits: false,
        allow_partial_search_results: false,
        query: { bool: { filter: [...visible] } },
        aggregations: Object.fromEntries(unseen.map((column) => [column, { filter: existsQuery(column) }])),
      },
      signal,
    );
    const counts = aggregations as Record<string, { doc_count?: number }>;
    const found = unseen.filter((column) => (counts[column]?.doc_count ?? 0) > 0);
    for (const column of found) seen.set(keyOf(column), true);
    return new Set(unseen.filter((column) => !found.includes(column)));
  }

  return async (whole, asked, signal) => {
    if (whole.tells === tellsEveryName) return whole;
    for (let target = whole; ;) {
      const empty = await emptyColumns(target, untoldColumns(target, asked), signal);
      if (empty.size === 0) return target;
      // Another field of the same name may come into its place.
      const fields = target.table.fields.filter(({ column }) => column === null || !empty.has(column));
      const table = { ...target.table, fields };
      target = { ...target, table, filterFields: createFilterFields(table, target.settings, target.tells) };
    }
  };
}

/** Columns of the fields that a request asks for, but for those of which the caller may be told anyway. */
function untoldColumns({ table, filterFields, tells }: SearchTarget, asked: AskedFields): string[] {
  const columns = new Set<string>();
  try {
    asked.readFilters(noticed(filterFields, (column) => columns.add(column)));
  } catch {
    // The request is refused when it is read again.
  }
  if (asked.amountsOf !== null && readAmounts(asked.amountsOf).length > 0)
    for (const { column } of measuredFields(table)) columns.add(column);
  return table.fields.flatMap(({ path, column }) => {
    const name = fieldName(path);
    const isAsked = column !== null && (columns.has(column) || asked.names.has(name));
    return isAsked && !tells(name) ? [column] : [];
  });
}

/** Fields of filters that tell of each column which a filter gets. */
function noticed(fields: FilterFields, notice: (column: string) => void): FilterFields {
  return {
    isParent: (name) => fields.isParent(name),
    valuesOf(name, place) {
      const field = fields.valuesOf(name, place);
      notice(field.column);
      return field;
    },
    existenceOf(name, place) {
      const columns = fields.existenceOf(name, place);
      columns.forEach(notice);
      return columns;
    },
    get placeColumns() {
      fields.placeColumns.forEach(notice);
      return fields.placeColumns;
    },
  };
}

const existsQuery = (column: string): Query => ({ exists: { field: column } });
