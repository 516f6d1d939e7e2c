import { type components } from 'sheaf-client';

export type QueryRequest = components['schemas']['QueryRequestV3'];
export type QueryAnswer = components['schemas']['QueryResponseV3'];
export type QueryResult = components['schemas']['QueryResult'];
/** Settings of a query: its body without the text. */
export type QueryConfig = Omit<QueryRequest, 'query'>;

/** Values of the form of the query page. */
export interface Asked {
  /** Names of the collections that are queried. */
  collections: readonly string[];
  query: string;
  a: QueryConfig;
  /** A second configuration to compare with; null for none. */
  b: QueryConfig | null;
}

/**
 * Reads the form from the address of the query page. A parameter that is not a JSON object yields the default
 * configuration. Wrong types of fields are left to the API, whose message appears at the field.
 */
export function readAsked(params: URLSearchParams): Asked {
  const b = params.get('b');
  return {
    collections: params.getAll('collection').filter((name) => name !== ''),
    query: params.get('q') ?? '',
    a: configOf(params.get('a')),
    b: b === null ? null : configOf(b),
  };
}

/** Address parameters of the query page for these form values. */
export function paramsOf({ collections, query, a, b }: Asked): URLSearchParams {
  const params = new URLSearchParams(collections.map((name) => ['collection', name]));
  params.set('q', query);
  if (Object.keys(a).length > 0) params.set('a', JSON.stringify(a));
  if (b !== null) params.set('b', JSON.stringify(b));
  return params;
}

/** Address of the query page with these form values. */
export const addressOf = (asked: Asked): string => `/query?${paramsOf(asked).toString()}`;

/** Form values for a query of the current API version. */
export function askedAgain(collection: string, request: Record<string, unknown>): Asked {
  const { query, ...config } = request;
  return { collections: [collection], query: typeof query === 'string' ? query : '', a: config, b: null };
}

function configOf(text: string | null): QueryConfig {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
