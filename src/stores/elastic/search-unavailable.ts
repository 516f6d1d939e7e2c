import { errors, type estypes } from '@elastic/elasticsearch';

/** The cluster holds its maximum of shards: an operator has to make room. */
export class NoRoomForIndex extends Error {
  override readonly name = 'NoRoomForIndex';

  constructor(cause?: unknown) {
    super('The search engine takes no further index: see cluster.max_shards_per_node.', { cause });
  }
}

/** Documents are in MongoDB, but their search index is missing: an operator has to rebuild it. */
export class SearchIndexMissing extends Error {
  override readonly name = 'SearchIndexMissing';

  constructor() {
    super('The search index of the documents is not there: it has to be rebuilt.');
  }
}

/** The search engine answers but refuses writes: its disk is full, or an operator has blocked them. */
export class SearchWritesRefused extends Error {
  override readonly name = 'SearchWritesRefused';

  constructor(block: string, options?: ErrorOptions) {
    super(`The search engine takes no writes: ${block}.`, options);
  }
}

/** Whether an operation failed because of the search engine, not of the request. */
export function isSearchUnavailable(error: unknown): error is Error {
  if (needsOperator(error) || error instanceof SearchIndexMissing) return true;
  if (error instanceof errors.ResponseError) return [429, 502, 503, 504].includes(error.statusCode ?? 0);
  return (
    error instanceof errors.ConnectionError ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoLivingConnectionsError
  );
}

/** Whether an operation failed because the search engine has no room, which lasts until an operator acts. */
export function needsOperator(error: unknown): boolean {
  return error instanceof NoRoomForIndex || error instanceof SearchWritesRefused || isRefusedForRoom(error);
}

/** Whether the search engine exceeded the time limit of a request. */
export function isEngineTimeout(error: unknown): boolean {
  return error instanceof errors.TimeoutError;
}

/** Whether an operation failed because an index is missing. */
export function isIndexGone(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}

/** Whether the search engine answered with an error of its own, or refused the request. */
export function isEngineFault(error: unknown): boolean {
  return error instanceof errors.ResponseError && !isSearchUnavailable(error);
}

/** Longest reason: the search engine quotes refused values. */
const reasonCharsMax = 300;
/** Error type of requests to an index that an operator has closed, and may open again. */
const closedType = 'index_closed_exception';

/**
 * Reason with which the search engine refuses an invalid request, whose retry would be refused too. Null for
 * any other error.
 */
export function refusalReason(error: unknown): string | null {
  if (!(error instanceof errors.ResponseError) || error.statusCode !== 400) return null;
  const { error: refusal } = (error as { body?: { error?: Partial<estypes.ErrorCause> } }).body ?? {};
  const cause = refusal?.root_cause?.[0] ?? refusal;
  if (isClosed(cause)) return null;
  return `${cause?.type ?? 'status 400'}, ${cause?.reason ?? ''}`.slice(0, reasonCharsMax);
}

export function isClosed(error: { type?: string } | undefined): boolean {
  return error?.type === closedType;
}

/** Error type of operations that are blocked on an index or the cluster. */
const blockedType = 'cluster_block_exception';

/**
 * Whether the search engine refuses a write for lack of disk space: at the flood stage it blocks indexes, at
 * the high watermark it creates none. A cluster that is starting answers 503 instead.
 *
 * @param error error of a request, or of an item of a bulk request with its status
 */
export function isNoRoom(error: { type?: string } | undefined, status: number | undefined): boolean {
  return error?.type === blockedType && (status === 403 || status === 429);
}

/** Whether a request failed for lack of disk space; see {@link isNoRoom}. */
export function isRefusedForRoom(error: unknown): boolean {
  if (!(error instanceof errors.ResponseError)) return false;
  const { body, statusCode } = error as { body?: { error?: { type?: string } }; statusCode?: number };
  return isNoRoom(body?.error, statusCode);
}
