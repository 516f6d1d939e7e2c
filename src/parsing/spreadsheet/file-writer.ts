import { closeSync, openSync, write, writeSync } from 'node:fs';

/** Bytes per write; the unit being written may extend a write to twice as many. */
export const writeBytes = 512 * 1024;
const bufferBytes = writeBytes * 2;
/** Bytes of pending writes above which the next write waits, so that a slow disk slows the parse down. */
const pendingBytesMax = 8 * writeBytes;
/**
 * Spare buffers of all files of this thread. Reusing them avoids clearing new ones, and garbage collections
 * of the whole heap that steady allocation would cause.
 */
const spares: Buffer<ArrayBuffer>[] = [];
const sparesMax = pendingBytesMax / writeBytes + 1;

function lend(): Buffer<ArrayBuffer> {
  return spares.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
}

function release(bytes: Buffer<ArrayBuffer>): void {
  if (bytes.length === bufferBytes && spares.length < sparesMax) spares.push(bytes);
}

/** Writer of a sequential file. Writes run in the background. */
export interface FileWriter {
  /** Bytes passed to `writeAndSwap` and `writeNow` so far. */
  readonly byteSize: number;
  /** Lends the first buffer. */
  lend(): Buffer<ArrayBuffer>;
  /** Takes back an unused buffer without writing it. */
  release(bytes: Buffer<ArrayBuffer>): void;
  /** Takes over a buffer, writes its first `length` bytes and returns another buffer. */
  writeAndSwap(bytes: Buffer<ArrayBuffer>, length: number): Buffer<ArrayBuffer>;
  /** Writes bytes that stay the caller's; returns when the system has them. */
  writeNow(bytes: Buffer, length: number): void;
  /** Resolves when the system has all bytes so far. @throws the first error of the file system */
  written(): Promise<void>;
  /**
   * Resolves when all bytes are written and the file is closed. @throws the first error of the file system
   */
  finish(): Promise<void>;
  /** Closes an incomplete file; after `finish` it does nothing. */
  close(): Promise<void>;
}

/**
 * Creates or replaces a file. Writes run on the system's threads, each at its own offset, so their order does
 * not matter.
 */
export function openFileWriter(path: string): FileWriter {
  const file = openSync(path, 'w');
  let byteSize = 0;
  let pendingBytes = 0;
  let failure: Error | null = null;
  let drained: () => void = () => undefined;
  let closing: Promise<void> | null = null;

  function writeAt(bytes: Buffer, length: number, place: number): void {
    for (let from = 0; from < length;) from += writeSync(file, bytes, from, length - from, place + from);
  }

  function queueWrite(bytes: Buffer<ArrayBuffer>, length: number, place: number): void {
    pendingBytes += length;
    write(file, bytes, 0, length, place, (error, written) => {
      pendingBytes -= length;
      try {
        if (error !== null) throw error;
        writeAt(bytes.subarray(written), length - written, place + written);
      } catch (caught) {
        failure ??= caught as Error;
      }
      release(bytes);
      if (pendingBytes === 0) drained();
    });
  }

  async function drain(): Promise<void> {
    if (pendingBytes > 0) await new Promise<void>((resolve) => (drained = resolve));
  }

  async function settle(): Promise<void> {
    await drain();
    closeSync(file);
  }

  function checkFailure(): void {
    if (failure !== null) throw failure;
  }

  return {
    get byteSize() {
      return byteSize;
    },
    lend,
    release,
    writeAndSwap(bytes, length) {
      checkFailure();
      const place = byteSize;
      byteSize += length;
      if (pendingBytes + length > pendingBytesMax) {
        writeAt(bytes, length, place);
        return bytes;
      }
      queueWrite(bytes, length, place);
      return lend();
    },
    writeNow(bytes, length) {
      checkFailure();
      writeAt(bytes, length, byteSize);
      byteSize += length;
    },
    async written() {
      await drain();
      checkFailure();
    },
    async finish() {
      await (closing ??= settle());
      checkFailure();
    },
    close: () => (closing ??= settle()),
  };
}
