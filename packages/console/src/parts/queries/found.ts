import { type components } from 'sheaf-client';
import { type QueryAnswer, type QueryResult } from './asked';

/** How one collection was searched: its part of an answer without the results. */
export type QueriedCollection = components['schemas']['QueriedCollection'];

/** A result with the collection that has it; its name is empty where it is not known. */
export type FoundResult = QueryResult & { collection_name: string };

/** An answer over one or several collections. */
export interface Found {
  requestId: string;
  results: readonly FoundResult[];
  /** In the order of the request. */
  queried: readonly QueriedCollection[];
  totalMs: number;
}

/** The answer of a query of one collection. */
export function foundIn(collection: string, answer: QueryAnswer): Found {
  const { request_id: requestId, results, timing, ...facts } = answer;
  return {
    requestId,
    results: results.map((result) => ({ ...result, collection_name: collection })),
    queried: [{ ...facts, timing, collection_name: collection }],
    totalMs: timing.total_ms,
  };
}

/** The answer of a query of several collections. */
export function foundInSeveral(answer: components['schemas']['QuerySeveralResponse']): Found {
  const { request_id: requestId, results, collections: queried, execution_time_ms: totalMs } = answer;
  return { requestId, results, queried, totalMs };
}

/** Key of a result; copies of a collection have the same chunks. */
export const keyOf = ({ collection_name: collection, chunk_id: chunk }: FoundResult): string =>
  `${collection} ${chunk}`;
