import { type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withJoinedSignal } from '../joined-signal';
import { asDecodingFailure, contentDecoders, isPacked } from '../net';
import { createByteLimit } from '../streams/byte-limit';
import { objectStoreFailure, tooLarge } from './failures';
import { ObjectStoreError } from './object-store';

/** Time limit until an answer begins; a page of a listing has to be complete by then. */
const answerTimeoutMs = 30_000;
/** Time without bytes after which a body fails. */
const idleTimeoutMs = 60_000;

/**
 * Makes one request with a time limit until its answer begins.
 *
 * @param statusOf status in an error of this driver
 * @throws ObjectStoreError; the signal's reason
 */
export async function ask<T>(
  signal: AbortSignal,
  request: (limited: AbortSignal) => Promise<T>,
  statusOf: (error: unknown) => number | undefined,
): Promise<T> {
  signal.throwIfAborted();
  return withJoinedSignal({ signals: [signal], timeoutMs: answerTimeoutMs }, async (limited) => {
    try {
      return await request(limited.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (limited.signal.aborted)
        throw new ObjectStoreError('download_failed', 'The object store took too long to answer.', {
          retryable: true,
          cause: error,
        });
      throw objectStoreFailure(error, statusOf(error));
    }
  });
}

/**
 * Passes a body on, and fails it with an error of the interface when it is too large, silent for too long,
 * interrupted or aborted.
 *
 * @param options.byteSize announced size; null without one
 * @throws ObjectStoreError at once when the announced size exceeds the limit
 */
function guardBody(
  body: Readable,
  { byteMax, byteSize, signal }: { byteMax: number; byteSize: number | null; signal: AbortSignal },
): Readable {
  if (byteSize !== null && byteSize > byteMax) {
    hangUp(body);
    throw tooLarge(byteMax);
  }
  let bytes = 0;
  const guarded = createByteLimit(byteMax, () => tooLarge(byteMax), {
    onChunk(chunk) {
      bytes += chunk.length;
      timer.refresh();
    },
    flush(done) {
      if (byteSize === null || bytes === byteSize) done();
      else done(brokenOff());
    },
    destroy(error, done) {
      clearTimeout(timer);
      done(error);
    },
    asFailure: (error) => (signal.aborted ? (signal.reason as Error) : asBodyFailure(error)),
  });
  const timer = setTimeout(() => {
    guarded.destroy(
      new ObjectStoreError('download_failed', 'The object store stopped sending.', { retryable: true }),
    );
  }, idleTimeoutMs);
  // A later reader still gets the error of the stream; without this listener it would end the process before.
  guarded.on('error', () => undefined);
  pipeline(body, guarded, { signal }).catch(() => undefined);
  return guarded;
}

/**
 * The file of an object, decompressed as its `Content-Encoding` says, within the same size limit. Guarded as
 * by `guardBody`.
 *
 * @param options.encoding `Content-Encoding` that is stored with the object; null for none
 * @throws ObjectStoreError at once for unsupported encodings
 */
export function openBody(
  body: Readable,
  {
    encoding,
    ...options
  }: { byteMax: number; byteSize: number | null; signal: AbortSignal; encoding: string | null },
): Readable {
  const { byteMax, byteSize, signal } = options;
  let decoders: Transform[];
  try {
    decoders = contentDecoders(encodingHeader(encoding));
  } catch (error) {
    hangUp(body);
    throw objectStoreFailure(error, undefined);
  }
  const sent = guardBody(body, options);
  if (decoders.length === 0) return sent;
  const asFailure = (error: Error) =>
    signal.aborted
      ? (signal.reason as Error)
      : asBodyFailure(asDecodingFailure(error, { isWhole: byteSize !== null }));
  const file = createByteLimit(byteMax, () => tooLarge(byteMax), { asFailure });
  // As in `guardBody`.
  file.on('error', () => undefined);
  pipeline([sent, ...decoders, file], { signal }).catch(() => undefined);
  return file;
}

/**
 * Size of the file in bytes; null when the object is stored compressed, or the store does not announce it.
 */
export function fileByteSize(byteSize: number | null, encoding: string | null): number | null {
  return isPacked(encodingHeader(encoding)) ? null : byteSize;
}

function encodingHeader(encoding: string | null) {
  return encoding === null ? {} : { 'content-encoding': encoding };
}

/** Closes the connection of an unread body; its destruction emits an error on it. */
export function hangUp(body: Readable): void {
  body.on('error', () => undefined);
  body.destroy();
}

function asBodyFailure(error: Error): Error {
  const failure = objectStoreFailure(error, undefined);
  return failure instanceof ObjectStoreError ? failure : brokenOff(error);
}

function brokenOff(cause?: unknown): ObjectStoreError {
  return new ObjectStoreError('download_failed', 'The object store broke off in the middle of the file.', {
    retryable: true,
    cause,
  });
}
