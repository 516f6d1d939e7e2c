import { errors, type estypes } from '@elastic/elasticsearch';

/** The search engine holds as many indexes as its nodes may: an operator has to make room. */
export class NoRoomForIndex extends Error {
  override readonly name = 'NoRoomForIndex';

  constructor(cause?: unknown) {
    super('The search engine takes no further index: see cluster.max_shards_per_node.', { cause });
  }
}

/** Documents are in MongoDB, but their search index is not there: an operator has it rebuilt. */
export class SearchIndexMissing extends Error {
  override readonly name = 'SearchIndexMissing';

  constructor() {
    super('The search index of the documents is not there: it has to be rebuilt.');
  }
}

/** The search engine answers and takes no writes: its disk is full, or an operator has blocked them. */
export class SearchWritesRefused extends Error {
  override readonly name = 'SearchWritesRefused';

  constructor(block: string, options?: ErrorOptions) {
    super(`The search engine takes no writes: ${block}.`, options);
  }
}

/** Whether the search engine, rather than the request, is why an operation failed. */
export function isSearchUnavailable(error: unknown): error is Error {
  if (needsOperator(error) || error instanceof SearchIndexMissing) return true;
  if (error instanceof errors.ResponseError) return [429, 502, 503, 504].includes(error.statusCode ?? 0);
  return (
    error instanceof errors.ConnectionError ||
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoLivingConnectionsError
  );
}

/** Whether an operation failed for want of room in the search engine, which lasts until an operator acts. */
export function needsOperator(error: unknown): boolean {
  return error instanceof NoRoomForIndex || error instanceof SearchWritesRefused || isRefusedForRoom(error);
}

/** Whether the search engine did not answer in the time that a request gave it. */
export function isEngineTimeout(error: unknown): boolean {
  return error instanceof errors.TimeoutError;
}

/** Whether an operation failed because an index is not there. */
export function isIndexGone(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}

/** Whether the search engine answered with a failure of its own, or with a refusal of the request. */
export function isEngineFault(error: unknown): boolean {
  return error instanceof errors.ResponseError && !isSearchUnavailable(error);
}

/** Characters of a reason: the search engine quotes what it refuses. */
const reasonCharsMax = 300;
/** Type of the error for requests to an index that an operator has closed, and may open again. */
const closedType = 'index_closed_exception';

/**
 * Words with which the search engine refuses a request as wrong in itself, so that the same request is refused
 * again. Null for any other error.
 */
export function refusalReason(error: unknown): string | null {
  if (!(error instanceof errors.ResponseError) || error.statusCode !== 400) return null;
  const { error: refusal } = (error as { body?: { error?: Partial<estypes.ErrorCause> } }).body ?? {};
  const cause = refusal?.root_cause?.[0] ?? refusal;
  if (isClosed(cause)) return null;
  return `${cause?.type ?? 'status 400'}, ${cause?.reason ?? ''}`.slice(0, reasonCharsMax);
}

/** Whether a request failed because an operator has closed the index. */
export function isClosed(error: { type?: string } | undefined): boolean {
  return error?.type === closedType;
}

/** Type of the error with which the search engine refuses what an index or the cluster is blocked for. */
const blockedType = 'cluster_block_exception';

/**
 * Whether the search engine refuses a write because it has no room: at the flood stage of the disk it blocks
 * indexes, at the high one it makes no new ones. A cluster that is only starting answers 503 instead.
 *
 * @param error of a request, or `error` of an item of a bulk request with its status
 */
export function isNoRoom(error: { type?: string } | undefined, status: number | undefined): boolean {
  return error?.type === blockedType && (status === 403 || status === 429);
}

/** Whether a request failed for want of room; see {@link isNoRoom}. */
export function isRefusedForRoom(error: unknown): boolean {
  if (!(error instanceof errors.ResponseError)) return false;
  const { body, statusCode } = error as { body?: { error?: { type?: string } }; statusCode?: number };
  return isNoRoom(body?.error, statusCode);
}
