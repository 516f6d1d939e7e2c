import { type KeptAnswer, type QueryRecord } from '../../domain/documents/query';
import { queryBodyBytesMax } from '../../domain/documents/query-history';

/**
 * A stored body: the request as sent, and the answer from which both versions of the API are presented.
 * Bodies are read for 90 days, so that fields may be added but never change their meaning.
 */
export interface StoredBody {
  request: Record<string, unknown>;
  answer: KeptAnswer;
}

/** Serialises a body as JSON, which the store compresses; null when it exceeds the size limit. */
export function packBody({ request, answer }: QueryRecord): Buffer | null {
  const body: StoredBody = { request, answer };
  const json = Buffer.from(JSON.stringify(body));
  return json.length > queryBodyBytesMax ? null : json;
}

/** Parses the result of {@link packBody}. */
export function unpackBody(data: Uint8Array): StoredBody {
  return JSON.parse(Buffer.from(data).toString()) as StoredBody;
}
