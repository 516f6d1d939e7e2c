import { errors } from '@elastic/elasticsearch';

/** The search engine holds as many indexes as its nodes may: an operator has to make room. */
export class NoRoomForIndex extends Error {
  override readonly name = 'NoRoomForIndex';

  constructor(cause: unknown) {
    super('The search engine takes no further index: see cluster.max_shards_per_node.', { cause });
  }
}

/** Whether the search engine, rather than the request, is why an operation failed. */
export function isSearchUnavailable(error: unknown): error is Error {
  if (error instanceof NoRoomForIndex) return true;
  if (error instanceof errors.ResponseError) return [429, 502, 503, 504].includes(error.statusCode ?? 0);
  return (
    error instanceof errors.ConnectionError ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoLivingConnectionsError
  );
}
