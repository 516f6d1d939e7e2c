import { type estypes } from '@elastic/elasticsearch';
import { fitsTerm } from '../values/column-value';
import { type FilterCondition, type FilterTree } from './filter-tree';

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
