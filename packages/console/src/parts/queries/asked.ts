import { type components } from 'sheaf-client';

/** Body of a query, as the API takes it. */
export type QueryRequest = components['schemas']['QueryRequestV3'];
/** Answer of a query. */
export type QueryAnswer = components['schemas']['QueryResponseV3'];
/** A result of an answer. */
export type QueryResult = components['schemas']['QueryResult'];
/** How a query is asked: its body without the text. */
export type QueryConfig = Omit<QueryRequest, 'query'>;

/** What the form of the query page holds. */
export interface Asked {
  collection: string;
  query: string;
  a: QueryConfig;
  /** A second configuration to compare with; null for none. */
  b: QueryConfig | null;
}

/**
 * The form that an address of the query page stands for. What is no JSON object is a configuration of
 * defaults; fields of a wrong type are left to the API, which says so at the field.
 */
export function readAsked(params: URLSearchParams): Asked {
  const b = params.get('b');
  return {
    collection: params.get('collection') ?? '',
    query: params.get('q') ?? '',
    a: configOf(params.get('a')),
    b: b === null ? null : configOf(b),
  };
}

/** Search part of the address of the query page for a form. */
export function paramsOf({ collection, query, a, b }: Asked): URLSearchParams {
  const params = new URLSearchParams({ collection, q: query });
  if (Object.keys(a).length > 0) params.set('a', JSON.stringify(a));
  if (b !== null) params.set('b', JSON.stringify(b));
  return params;
}

/** Address of the query page with a form that is filled in. */
export const addressOf = (asked: Asked): string => `/query?${paramsOf(asked).toString()}`;

/** The form for a query that was sent in the current version. */
export function askedAgain(collection: string, request: Record<string, unknown>): Asked {
  const { query, ...config } = request;
  return { collection, query: typeof query === 'string' ? query : '', a: config, b: null };
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
