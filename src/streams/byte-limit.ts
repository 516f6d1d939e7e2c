import { Transform, type TransformOptions } from 'node:stream';

/** Reactions of a byte limit to chunks that are within it, to the end of the body and to its failure. */
export interface ByteLimitHooks extends Pick<TransformOptions, 'flush' | 'destroy'> {
  onChunk?: (chunk: Buffer) => void;
  /** Error that the stream fails with in place of another one, also for who reads it after it has failed. */
  asFailure?: (error: Error) => Error;
}

/**
 * A stream that passes bytes on and fails at the byte after `byteMax`.
 *
 * @param tooLarge makes the error that it fails with
 */
export function createByteLimit(
  byteMax: number,
  tooLarge: () => Error,
  { onChunk, asFailure, ...hooks }: ByteLimitHooks = {},
): Transform {
  let byteCount = 0;
  const limit = new Transform({
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
  if (asFailure !== undefined) {
    // What `destroy` was called with is what a later reader gets, whatever error its hook passes on.
    const destroy = limit.destroy.bind(limit);
    limit.destroy = (error) => destroy(error == null ? undefined : asFailure(error));
  }
  return limit;
}
