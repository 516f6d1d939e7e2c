import { type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './guarded-client';
import { type ResponseHeaders } from './link-facts';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Names by which servers say that the bytes are those of the file, mostly by mistake. */
const plain = new Set(['', 'identity', 'none', 'binary', '7bit', '8bit', 'utf-8', 'utf8', 'aws-chunked']);
/** Layers of packing; a second one comes from a file that was stored packed. */
const layersMax = 3;
/** Errors of zlib and Brotli about the bytes, and the one about their early end. */
const damageCodes = /^(?:Z_DATA_ERROR|Z_NEED_DICT|ERR__)/;
const earlyEndCode = 'Z_BUF_ERROR';

/** Whether the bytes of an answer are not those of the file. */
export function isPacked(headers: ResponseHeaders): boolean {
  return codingsOf(headers).length > 0;
}

/**
 * Decoders of a body whose server packs it although it was asked not to, in the order in which they are to be
 * applied; none where the bytes are those of the file. They fail where the packed body ends too early.
 *
 * @throws OutboundError `content_encoding` for codings that are not undone
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
 * The error of a body whose bytes are not in the encoding that its server says; any other as it is.
 *
 * @param options.isWhole all bytes have come, so that an early end is not the connection's; default false
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
