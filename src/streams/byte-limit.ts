import { Transform, type TransformOptions } from 'node:stream';

/** Hooks of a byte limit: for chunks within the limit, for the end of the body and for its failure. */
export interface ByteLimitHooks extends Pick<TransformOptions, 'flush' | 'destroy'> {
  onChunk?: (chunk: Buffer) => void;
  /** Replaces the error of the stream, also for readers after the failure. */
  asFailure?: (error: Error) => Error;
}

/**
 * Creates a stream that passes bytes on and fails beyond `byteMax`.
 *
 * @param tooLarge creates the error
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
    // Later readers get the argument of `destroy`, whatever error its hook passes on.
    const destroy = limit.destroy.bind(limit);
    limit.destroy = (error) => destroy(error == null ? undefined : asFailure(error));
  }
  return limit;
}
