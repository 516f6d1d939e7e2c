import { type KeptAnswer, type QueryRecord } from '../../domain/documents/query';
import { queryBodyBytesMax } from '../../domain/documents/query-history';

/**
 * A body as the history keeps it: the request as it was sent, and the answer in the form that both versions
 * of the API present. Bodies are read for 90 days, so that fields of these shapes may be added but not be
 * given another meaning.
 */
export interface StoredBody {
  request: Record<string, unknown>;
  answer: KeptAnswer;
}

/** Writes a body down as JSON, which the store compresses; null when it is larger than any that is stored. */
export function packBody({ request, answer }: QueryRecord): Buffer | null {
  const body: StoredBody = { request, answer };
  const json = Buffer.from(JSON.stringify(body));
  return json.length > queryBodyBytesMax ? null : json;
}

/** Reads what {@link packBody} has written. */
export function unpackBody(data: Uint8Array): StoredBody {
  return JSON.parse(Buffer.from(data).toString()) as StoredBody;
}
