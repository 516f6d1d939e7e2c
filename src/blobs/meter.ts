import { createHash } from 'node:crypto';
import { type Readable, type Transform } from 'node:stream';
import { createByteLimit } from '../streams/byte-limit';
import { BlobTooLarge } from './blob-error';
import { type StoredBlob } from './blob-store';

/** Passes bytes on and counts and hashes them. */
export interface Meter {
  stream: Transform;
  /** Once, after the last byte has passed. */
  result(): StoredBlob;
}

/**
 * Takes a body over; it is then to be piped through the stream.
 *
 * @param byteMax the stream fails with BlobTooLarge at the byte after
 */
export function createMeter(body: Readable, byteMax = Infinity): Meter {
  // The pipeline reports a failure of the body. One that comes before the pipeline would end the process.
  body.on('error', () => undefined);
  const hash = createHash('sha256');
  let byteSize = 0;
  const stream = createByteLimit(byteMax, () => new BlobTooLarge(byteMax), {
    onChunk(chunk) {
      byteSize += chunk.length;
      hash.update(chunk);
    },
  });
  return { stream, result: () => ({ byteSize, sha256: hash.digest('hex') }) };
}
