import { type QueryConfig, type QueryRequest } from '../../parts/queries/asked';

/** A query as it is sent to one or several collections. */
export interface Question {
  collections: readonly string[];
  query: string;
  config: QueryConfig;
}

/** Body of the request. The words of the query are marked in the texts unless the configuration refuses it. */
export function bodyOf({ query, config }: Question): QueryRequest {
  return { ...config, query, include: { highlights: true, ...config.include } };
}
