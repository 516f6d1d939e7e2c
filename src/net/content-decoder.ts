import { type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './guarded-client';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Encodings that mean no compression; many servers send them by mistake. */
const plain = new Set(['', 'identity', 'none', 'binary', '7bit', '8bit', 'utf-8', 'utf8', 'aws-chunked']);
/** Most layers of compression; a second one arises when a compressed file is compressed again. */
const layersMax = 3;
/** Codes of zlib and Brotli for damaged data, and the one for an early end. */
const damageCodes = /^(?:Z_DATA_ERROR|Z_NEED_DICT|ERR__)/;
const earlyEndCode = 'Z_BUF_ERROR';

/** Whether the body of an answer is compressed. */
export function isPacked(headers: ResponseHeaders): boolean {
  return codingsOf(headers).length > 0;
}

/**
 * Decoders of a body that is compressed although the request asked for none, in the order in which they
 * apply; empty for an uncompressed body. They fail on an early end of the body.
 *
 * @throws OutboundError `content_encoding` for unsupported encodings
 */
export function contentDecoders(headers: ResponseHeaders): Transform[] {
  const codings = codingsOf(headers).reverse();
  const unknown = codings.find((coding) => !Object.hasOwn(decoders, coding));
  if (unknown !== undefined)
    throw notUndone(
      /^[\w.+-]{1,32}$/.test(unknown) ? `in the encoding ${unknown}` : 'in an encoding without a name',
    );
  if (codings.length > layersMax) throw notUndone(`packed more than ${layersMax} times`);
  return codings.map((coding) => decoders[coding]!());
}

/**
 * Converts the error of a decoder into an OutboundError; other errors are returned unchanged.
 *
 * @param options.isWhole whether all bytes have arrived, so that the connection cannot be the cause of an
 * early end; default false
 */
export function asDecodingFailure(error: Error, { isWhole = false } = {}): Error {
  if (!('code' in error) || typeof error.code !== 'string') return error;
  if (!damageCodes.test(error.code) && !(isWhole && error.code === earlyEndCode)) return error;
  const message = 'The file is damaged: its bytes are not in the Content-Encoding that the server says.';
  return new OutboundError('content_encoding', message, { cause: error });
}

function codingsOf(headers: ResponseHeaders): string[] {
  return [headers['content-encoding'] ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => !plain.has(coding));
}

function notUndone(state: string): OutboundError {
  return new OutboundError(
    'content_encoding',
    `The server sends the file ${state} (Content-Encoding), which is not undone.`,
  );
}

/** Headers as undici gives them. */
export type ResponseHeaders = Record<string, string | string[] | undefined>;
