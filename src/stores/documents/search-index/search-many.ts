import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { namespaceAliases } from './namespace-alias';

/** The answer to one of several searches. */
export type SearchAnswer = estypes.SearchResponseBody;

/** A search request without its indexes. */
export type NamespaceSearch = Omit<estypes.SearchRequest, 'index'>;

/** A missing index counts as empty, without an error; partial results of an existing one are an error. */
const header = { ignore_unavailable: true, allow_no_indices: true, allow_partial_search_results: false };

/** Several searches of the same namespaces as lines of one request. */
export function searchLines(namespaces: readonly string[], requests: readonly NamespaceSearch[]) {
  const through = { index: namespaceAliases(namespaces), ...header };
  return requests.flatMap((request) => [through, request]);
}

/** See `SearchIndex.searchMany`. */
export async function searchMany(
  client: Client,
  namespaces: readonly string[],
  requests: readonly NamespaceSearch[],
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<SearchAnswer[]> {
  const { responses } = await client.msearch(
    { searches: searchLines(namespaces, requests) },
    { signal, requestTimeout: timeoutMs },
  );
  return responses.map(answerOf);
}

/** Whether a search reached fewer shards than the namespaces have indexes; each index has one shard. */
export function isShort({ _shards }: SearchAnswer, namespaces: readonly string[]): boolean {
  return _shards.total < namespaceAliases(namespaces).length;
}

/** The given namespaces whose index is missing or closed. */
export async function findUnsearchable(client: Client, namespaces: readonly string[]): Promise<string[]> {
  if (namespaces.length === 0) return [];
  const { responses } = await client.msearch({
    searches: namespaces.flatMap((namespace) => [
      { ...header, index: namespaceAliases([namespace]) },
      { size: 0, track_total_hits: false },
    ]),
  });
  return namespaces.filter((_, at) => answerOf(responses[at]!)._shards.total === 0);
}

function answerOf(response: estypes.MsearchResponseItem): SearchAnswer {
  if (!('error' in response)) return response;
  const { error, status } = response;
  const reason = error.root_cause?.[0]?.reason ?? error.reason ?? '';
  const message = `a search failed: ${error.type}, ${reason}`;
  if (status === 429 || status >= 500) throw new errors.ConnectionError(message);
  throw new Error(message);
}
