import { type ByteRange } from '../../../src/blobs';

/**
 * Reads a `Range` header (RFC 9110 section 14.1.2) as one range of bytes that ends at the last byte at most.
 *
 * @returns null for the whole body, also for ranges that need not be served (several, other units,
 *   malformed); `unsatisfiable` for a range that begins after the last byte
 */
export function parseByteRange(
  header: string | undefined,
  byteSize: number,
): ByteRange | null | 'unsatisfiable' {
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
