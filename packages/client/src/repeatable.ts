import type { PathsWithMethod } from 'openapi-typescript-helpers';
import type { paths } from './openapi.js';
import { idempotentOperations } from './operations.js';

/** Operations that only read although their method is POST. */
const readingPosts: readonly PathsWithMethod<paths, 'post'>[] = [
  '/v2/collections/{collection_name}/query',
  '/v2/collections/{collection_name}/sync/azure/validate',
  '/v3/collections/{collection_name}/query',
  '/v3/query',
  '/v3/collections/{collection_name}/chunks/{chunk_id}/similar',
  '/v3/collections/{collection_name}/documents/search',
  '/v3/collections/{collection_name}/documents/{document_id}/asset-urls',
  '/v1/indexes/{index}/browse',
  '/v1/indexes/{index}/records/{id}/similar',
  '/v1/indexes/{index}/search',
  '/v1/indexes/{index}/suggestions',
  '/v1/indexes/{index}/typeahead',
  '/v1/multi_search',
  '/v1/schema/preview',
];

export function takesIdempotencyKey(method: string, path: string): boolean {
  return idempotentOperations.includes(`${method} ${path}`);
}

/**
 * Whether a request may arrive twice without a second effect: idempotent methods of HTTP, requests with an
 * `Idempotency-Key`, and requests that only read.
 */
export function isRepeatable(request: Pick<Request, 'method' | 'headers'>, path: string): boolean {
  const { method, headers } = request;
  if (['GET', 'HEAD', 'PUT', 'DELETE'].includes(method)) return true;
  if (takesIdempotencyKey(method, path) && headers.has('Idempotency-Key')) return true;
  return method === 'POST' && readingPosts.some((one) => one === path);
}
