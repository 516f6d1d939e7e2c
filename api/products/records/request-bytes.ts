import { createHash } from 'node:crypto';
import { type ApiContext } from '../../http/context';
import { Refusal } from '../../../src/domain/platform/refusal';
import { requestBody } from '../../platform/uploads/request-body';
import { recordBytesMax } from '../../../src/domain/products/limits';
import { decodedBody, type ParsedRecord, readRecord, RecordsBodyError } from '../../../src/product-search';
import { wrongRecord } from '../../../src/services/products/records/faults';
import { type ReceivedBody } from '../../http/route';

/** Content types of record bodies, and their forms. */
const forms = {
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
} as const;

export type RecordsForm = (typeof forms)[keyof typeof forms];

/** Body of records that is still arriving. */
export interface RequestBytes {
  form: RecordsForm;
  /** Bytes of the body, decompressed. */
  bytes: AsyncIterable<Buffer>;
  /** Returns the hash of the bytes as sent; call it once all have been read. */
  sha256: () => string;
}

/**
 * Opens the body of a request: UTF-8, plain or with content encoding gzip.
 *
 * @param bytesMax upper bound of the bytes, compressed as well as decompressed
 * @throws Refusal `unsupported_media_type`; `payload_too_large` for an announced length
 */
export function openRequest(
  { req }: Pick<ApiContext, 'req'>,
  { bytesMax, ndjson }: { bytesMax: number; ndjson: boolean },
): RequestBytes {
  const [type = '', ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  const name = type.trim();
  const form = Object.hasOwn(forms, name) ? forms[name as keyof typeof forms] : null;
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const encoding = (req.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const gzip = encoding === 'gzip' || encoding === 'x-gzip';
  if (form === null || (form === 'ndjson' && !ndjson) || !isUtf8 || (!gzip && encoding !== 'identity')) {
    const types = ndjson ? 'application/json or application/x-ndjson' : 'application/json';
    const message = `The route takes ${types} in UTF-8, plain or with content encoding gzip.`;
    throw new Refusal('unsupported_media_type', { message });
  }
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  const sha256 = createHash('sha256');
  const bytes = decodedBody(requestBody(req), {
    gzip,
    bytesMax,
    onSent: (chunk) => void sha256.update(chunk),
  });
  return { form, bytes, sha256: () => sha256.digest('hex') };
}

/** Reads a complete JSON body. @throws Refusal as `openRequest`, and `payload_too_large` */
export async function readRequest(
  ctx: Pick<ApiContext, 'req'>,
  bytesMax: number,
): Promise<{ bytes: Buffer; sha256: string }> {
  const { bytes, sha256 } = openRequest(ctx, { bytesMax, ndjson: false });
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of bytes) chunks.push(chunk);
  } catch (error) {
    throw asBodyRefusal(error);
  }
  return { bytes: Buffer.concat(chunks), sha256: sha256() };
}

/** Blanks that a body may have around its record. */
const blanksMax = 1_024;

/** Reads a body that is one record. @throws Refusal `VALIDATION_ERROR`, and those of `readRequest` */
export async function receiveRecord(ctx: ApiContext): Promise<ReceivedBody<ParsedRecord>> {
  const { bytes, sha256 } = await readRequest(ctx, recordBytesMax + blanksMax);
  const read = readRecord(bytes);
  if ('refused' in read) throw wrongRecord(read.refused.code, 'body', read.refused.message);
  return { body: read.record, fingerprint: { sha256 }, discard: () => Promise.resolve() };
}

/** Converts an error about a body as a whole to a refusal; returns other errors unchanged. */
export function asBodyRefusal(error: unknown): unknown {
  if (!(error instanceof RecordsBodyError)) return error;
  const { fault, message } = error;
  return new Refusal(fault === 'malformed' ? 'malformed_json' : 'payload_too_large', {
    message,
    cause: error,
  });
}

function tooLarge(bytesMax: number): Refusal {
  return new Refusal('payload_too_large', { message: `The body is larger than ${bytesMax} bytes.` });
}
