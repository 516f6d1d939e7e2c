import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { type QueryAnswer, type QueryRecord } from '../../domain/query';
import { queryBodyBytesMax } from '../../domain/query-history';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/**
 * A body as the history keeps it: the request as it was sent, and the answer in the form that both versions of the API present.
 * Bodies are read for 90 days, so that fields of these shapes may be added but not be given another meaning.
 */
export interface StoredBody {
  request: Record<string, unknown>;
  answer: QueryAnswer;
}

/** A body ready to be stored, and its size before compression. */
export interface PackedBody {
  data: Uint8Array;
  bytes: number;
}

/** Writes a body down; null when it is larger than any that is stored. */
export async function packBody({ request, answer }: QueryRecord): Promise<PackedBody | null> {
  const body: StoredBody = { request, answer };
  const json = Buffer.from(JSON.stringify(body));
  if (json.length > queryBodyBytesMax) return null;
  return { data: await compress(json, { level: constants.Z_BEST_SPEED }), bytes: json.length };
}

/** Reads what {@link packBody} has written. */
export async function unpackBody(data: Uint8Array): Promise<StoredBody> {
  const json = await expand(data, { maxOutputLength: queryBodyBytesMax });
  return JSON.parse(json.toString()) as StoredBody;
}
