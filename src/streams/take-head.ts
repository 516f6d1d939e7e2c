import { Readable } from 'node:stream';

/** The first bytes of a body, and the complete body. */
export interface BodyHead {
  head: Buffer;
  /** Whether the head is the complete body. */
  whole: boolean;
  body: Readable;
}

/**
 * Waits for the first `byteMax` bytes of a body, or for all of a shorter one. Rejects when the body fails
 * before.
 */
export function takeHead(body: Readable, byteMax: number): Promise<BodyHead> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stop = () => {
      body.off('data', take).off('end', end).off('error', fail).off('close', fail);
      return Buffer.concat(chunks, bytes);
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes < byteMax) return;
      body.pause();
      const taken = stop();
      body.unshift(taken);
      resolve({ head: taken.subarray(0, byteMax), whole: false, body });
    };
    const end = () => {
      const head = stop();
      resolve({ head, whole: true, body: Readable.from(head.length === 0 ? [] : [head]) });
    };
    const fail = (error?: Error) => {
      stop();
      reject(error ?? new Error('the body was closed before its end'));
    };
    // A destroyed stream emits no more events.
    if (body.destroyed) fail(body.errored ?? undefined);
    else body.on('data', take).on('end', end).on('error', fail).on('close', fail);
  });
}
