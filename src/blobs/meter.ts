import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { BlobTooLarge } from './blob-error';
import { type StoredBlob } from './blob-store';

/** Passes bytes on and counts and hashes them. */
export interface Meter {
  stream: Transform;
  /** Once, after the last byte has passed. */
  result(): StoredBlob;
}

/** @param byteMax the stream fails with BlobTooLarge at the byte after */
export function createMeter(byteMax = Infinity): Meter {
  const hash = createHash('sha256');
  let byteSize = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      byteSize += chunk.length;
      if (byteSize > byteMax) {
        done(new BlobTooLarge(byteMax));
        return;
      }
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ byteSize, sha256: hash.digest('hex') }) };
}
