import { type estypes } from '@elastic/elasticsearch';
import { type GeoPoint } from '../values/geo';
import { fitsTerm } from '../values/column-value';

/** Bounds of one value. Numbers are in the unit of the field, dates Unix milliseconds. */
export interface RangeBounds {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}

/** A test of single columns of a build. A record passes when one value of its column does. */
export type FilterCondition =
  | { kind: 'values'; column: string; values: readonly (string | number | boolean)[] }
  | { kind: 'range'; column: string; bounds: RangeBounds }
  /** One of the columns has a value. */
  | { kind: 'exists'; columns: readonly string[] }
  /** A place of one of the columns is at most so far away. */
  | { kind: 'radius'; columns: readonly string[]; center: GeoPoint; meters: number }
  /** A place of one of the columns is in the box; `west` above `east` crosses the date line. */
  | { kind: 'box'; columns: readonly string[]; north: number; south: number; west: number; east: number };

/** A checked filter. It names columns of one build, holds their values and needs no field table any more. */
export type FilterTree =
  | FilterCondition
  | { kind: 'and'; of: readonly FilterTree[] }
  | { kind: 'or'; of: readonly FilterTree[] }
  /** Exactly the records that the other filter leaves out, those without a value included. */
  | { kind: 'not'; of: FilterTree };

/** Filter for the records that pass all filters of a list, which has at least one. */
export function allOf(trees: readonly FilterTree[]): FilterTree {
  return joined('and', trees);
}

/** Filter for the records that pass at least one filter of a list, which has at least one. */
export function anyOf(trees: readonly FilterTree[]): FilterTree {
  return joined('or', trees);
}

/** Filter for the records that do not pass a filter. */
export function notOf(tree: FilterTree): FilterTree {
  return tree.kind === 'not' ? tree.of : { kind: 'not', of: tree };
}

/** The filters of which a record has to pass each: those of an `and` one by one. */
export function conjunctsOf(tree: FilterTree): readonly FilterTree[] {
  return tree.kind === 'and' ? tree.of : [tree];
}

/** Columns that a filter looks at. */
export function columnsOf(tree: FilterTree): Set<string> {
  switch (tree.kind) {
    case 'and':
    case 'or':
      return new Set(tree.of.flatMap((part) => [...columnsOf(part)]));
    case 'not':
      return columnsOf(tree.of);
    case 'values':
    case 'range':
      return new Set([tree.column]);
    case 'exists':
    case 'radius':
    case 'box':
      return new Set(tree.columns);
  }
}

/** Parentheses that change nothing leave no trace. */
function joined(kind: 'and' | 'or', trees: readonly FilterTree[]): FilterTree {
  const of = trees.flatMap((tree) => (tree.kind === kind ? tree.of : [tree]));
  return of.length === 1 ? of[0]! : { kind, of };
}

type Query = NonNullable<estypes.QueryDslQueryContainer>;

/** Half of the way around the earth: no place is farther away. */
const farthestMeters = 20_040_000;
/** Shortest distance of a query; a place has less than this of error. */
const nearestMeters = 0.01;

/**
 * The query of a filter, for filter context. Negations stand at single conditions, so that it nests no deeper
 * than twice the parentheses of the filter: below what Elasticsearch takes.
 */
export function filterQuery(tree: FilterTree): Query {
  return compiled(tree, false);
}

function compiled(tree: FilterTree, isNegated: boolean): Query {
  if (tree.kind === 'not') return compiled(tree.of, !isNegated);
  if (tree.kind === 'and' || tree.kind === 'or') {
    const parts = tree.of.map((part) => compiled(part, isNegated));
    return (tree.kind === 'and') === isNegated ? anyQuery(parts) : { bool: { filter: parts } };
  }
  const query = conditionQuery(tree);
  return isNegated ? { bool: { must_not: [query] } } : query;
}

function conditionQuery(condition: FilterCondition): Query {
  switch (condition.kind) {
    case 'values': {
      const { column } = condition;
      // The search engine refuses to look for longer texts, which no column holds.
      const values = condition.values.filter((value) => typeof value !== 'string' || fitsTerm(value));
      return values.length === 1 ? { term: { [column]: values[0]! } } : { terms: { [column]: [...values] } };
    }
    case 'range':
      return { range: { [condition.column]: condition.bounds } };
    case 'exists':
      return anyQuery(condition.columns.map((field) => ({ exists: { field } })));
    case 'radius': {
      const { columns, center, meters } = condition;
      const distance = `${Math.min(Math.max(meters, nearestMeters), farthestMeters)}m`;
      return anyQuery(columns.map((column) => ({ geo_distance: { distance, [column]: center } })));
    }
    case 'box': {
      const { columns, north: top, west: left, south: bottom, east: right } = condition;
      return anyQuery(
        columns.map((column) => ({ geo_bounding_box: { [column]: { top, left, bottom, right } } })),
      );
    }
  }
}

function anyQuery(queries: readonly Query[]): Query {
  return queries.length === 1 ? queries[0]! : { bool: { should: [...queries], minimum_should_match: 1 } };
}
