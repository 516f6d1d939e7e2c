import { type Context } from 'koa';
import { attachment, type BlobStore, type ByteRange } from '../../../src/blobs';
import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { Refusal } from '../../../src/domain/platform/refusal';
import { type RouteReply } from '../../http/route';

/**
 * Headers of every file. Files come from callers, so a browser must save them and execute nothing in them.
 */
const downloadOnly = {
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Streams a blob, or the requested range of it.
 *
 * @throws BlobNotFound
 * @throws Refusal `range_not_satisfiable`
 */
export async function replyWithBlob(
  blobs: BlobStore,
  key: string,
  filename: string | undefined,
  ctx: Context,
): Promise<RouteReply> {
  const { byteSize, contentType, etag } = await blobs.stat(key);
  const whole = { start: 0, end: byteSize - 1 };
  const isStale = ctx.get('If-Range') !== '' && ctx.get('If-Range') !== etag;
  const range = isStale ? null : parseByteRange(ctx.get('Range'), byteSize);
  if (range === 'unsatisfiable') {
    throw new Refusal<PlatformErrorCode>('range_not_satisfiable', {
      headers: { 'Content-Range': `bytes */${byteSize}` },
    });
  }
  const { start, end } = range ?? whole;
  const headers = {
    ...downloadOnly,
    'Accept-Ranges': 'bytes',
    'Content-Disposition': attachment(filename),
    'Content-Length': String(end - start + 1),
    'Content-Type': contentType,
    ETag: etag,
    ...(range === null ? {} : { 'Content-Range': `bytes ${start}-${end}/${byteSize}` }),
  };
  const status = range === null ? 200 : 206;
  if (ctx.method === 'HEAD') return { status, headers };
  const { stream } = await blobs.read(key, range ?? undefined);
  return { status, headers, body: stream };
}

/**
 * Reads a `Range` header (RFC 9110 section 14.1.2) as one range of bytes that ends at the last byte at most.
 *
 * @returns null for the whole body, also for ranges that need not be served (several, other units,
 *   malformed); `unsatisfiable` for a range that begins after the last byte
 */
function parseByteRange(header: string | undefined, byteSize: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(?<first>\d*)-(?<last>\d*)$/i.exec(header?.trim() ?? '');
  const { first = '', last = '' } = match?.groups ?? {};
  if (first === '' && last === '') return null;
  if (first === '') {
    const suffix = Number(last);
    if (suffix === 0 || byteSize === 0) return 'unsatisfiable';
    return { start: Math.max(0, byteSize - suffix), end: byteSize - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= byteSize) return 'unsatisfiable';
  return { start, end: last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1) };
}
