import { buffer } from 'node:stream/consumers';
import { type BlobStore } from './blob-store';

/**
 * Reads ranges of one blob: `length` bytes from `position`, at least one.
 *
 * @throws BlobNotFound
 */
export function rangesOf(
  blobs: Pick<BlobStore, 'read'>,
  key: string,
): (position: number, length: number) => Promise<Buffer> {
  return async (position, length) => {
    const { stream } = await blobs.read(key, { start: position, end: position + length - 1 });
    return buffer(stream);
  };
}
