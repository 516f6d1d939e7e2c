import { createHash } from 'node:crypto';
import { type Readable, type Transform } from 'node:stream';
import { createByteLimit } from '../streams/byte-limit';
import { BlobTooLarge } from './blob-error';
import { type StoredBlob } from './blob-store';

/** A stream that counts and hashes the bytes that it passes on. */
export interface Meter {
  stream: Transform;
  /** Result after the last byte; call it once. */
  result(): StoredBlob;
}

/**
 * Creates a meter for a body, which the caller then pipes through its stream.
 *
 * @param byteMax size above which the stream fails with BlobTooLarge
 */
export function createMeter(body: Readable, byteMax = Infinity): Meter {
  // The pipeline reports a failure of the body. Without a listener one before the pipeline starts would end
  // the process.
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
