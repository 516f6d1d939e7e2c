import { anyOf, type Query } from '../search/word-query';
import { type QueryConstraint } from './query-constraints';

/** Query for the documents that fit a constraint. */
export function constraintQuery({ parts }: Pick<QueryConstraint, 'parts'>): Query {
  const queries = parts.map((fields) =>
    anyOf(
      fields.map(({ field, gte, lte }) => ({
        range: {
          [field.column]: { ...(gte === undefined ? {} : { gte }), ...(lte === undefined ? {} : { lte }) },
        },
      })),
    ),
  );
  return queries.length === 1 ? queries[0]! : { bool: { filter: queries } };
}
