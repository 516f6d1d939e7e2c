import { Transform, type TransformOptions } from 'node:stream';

/** Reactions of a byte limit to chunks that are within it, to the end of the body and to its failure. */
export interface ByteLimitHooks extends Pick<TransformOptions, 'flush' | 'destroy'> {
  onChunk?: (chunk: Buffer) => void;
}

/**
 * A stream that passes bytes on and fails at the byte after `byteMax`.
 *
 * @param tooLarge makes the error that it fails with
 */
export function createByteLimit(
  byteMax: number,
  tooLarge: () => Error,
  { onChunk, ...hooks }: ByteLimitHooks = {},
): Transform {
  let byteCount = 0;
  return new Transform({
    ...hooks,
    transform(chunk: Buffer, _encoding, done) {
      byteCount += chunk.length;
      if (byteCount > byteMax) {
        done(tooLarge());
        return;
      }
      onChunk?.(chunk);
      done(null, chunk);
    },
  });
}
