import { createInflateRaw } from 'node:zlib';
import { type SourceFile } from '../source/source-file';
import { readExactly } from './end-of-directory';
import { isDeflated, locateData } from './entry-data';
import { createEntryVerifier, mismatchedEntry } from './entry-verifier';
import { type ZipEntry } from './zip-entry';

/**
 * Compressed bytes passed to zlib at once; reading them is synchronous, which costs less than the thread
 * pool.
 */
const READ_BYTES = 64 * 1024;
/** Bytes of an inflated chunk, small enough to be in a processor cache when it is parsed. */
const CHUNK_BYTES = 64 * 1024;
/** Chunks inflated ahead of the consumer. */
const CHUNKS_AHEAD_MAX = 8;

/**
 * Takes the next inflated bytes and may keep them; false ends the stream early, without reading or checking
 * the rest.
 */
export type TakeBytes = (bytes: Buffer) => boolean;

/**
 * Passes an entry to `take` piece by piece, in order. Rejects with `corrupt` where size or checksum differ
 * from the directory, and with whatever `take` throws.
 */
export async function streamEntry(file: SourceFile, entry: ZipEntry, take: TakeBytes): Promise<void> {
  const verifier = createEntryVerifier(entry);
  const verified: TakeBytes = (bytes) => {
    verifier.add(bytes);
    return take(bytes);
  };
  const pieces = readPieces(file, locateData(file, entry), entry.compressedBytes);
  const complete = isDeflated(entry) ? await passInflated(pieces, verified) : passStored(pieces, verified);
  if (complete) verifier.end();
}

function* readPieces(file: SourceFile, position: number, byteSize: number): Generator<Buffer, undefined> {
  for (let done = 0; done < byteSize; done += READ_BYTES) {
    yield readExactly(file, position + done, Math.min(READ_BYTES, byteSize - done));
  }
  return undefined;
}

function passStored(pieces: Iterable<Buffer>, take: TakeBytes): boolean {
  for (const piece of pieces) {
    if (!take(piece)) return false;
  }
  return true;
}

/**
 * Resolves to true where `take` got the whole entry. zlib works on the thread pool ahead of the consumer;
 * chunks wait in a queue and are consumed in a task of their own, because a consumer within zlib's callback
 * would block zlib.
 */
function passInflated(pieces: Generator<Buffer, undefined>, take: TakeBytes): Promise<boolean> {
  const inflater = createInflateRaw({ chunkSize: CHUNK_BYTES });
  const waiting: Buffer[] = [];
  let ended = false;
  let consuming = false;

  return new Promise((resolve, reject) => {
    const guarded = (step: () => void) => () => {
      try {
        step();
      } catch (error) {
        inflater.destroy();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const feed = guarded(() => {
      const next = pieces.next();
      if (next.done === true) inflater.end();
      else inflater.write(next.value, feed);
    });
    const consume = guarded(() => {
      const chunk = waiting.shift();
      consuming = false;
      if (inflater.destroyed && !ended) return;
      if (chunk !== undefined && !take(chunk)) {
        inflater.destroy();
        resolve(false);
        return;
      }
      if (inflater.isPaused() && waiting.length <= CHUNKS_AHEAD_MAX / 2) inflater.resume();
      schedule();
    });
    const schedule = () => {
      if (waiting.length === 0 && ended) {
        resolve(true);
      } else if (waiting.length > 0 && !consuming) {
        consuming = true;
        setImmediate(consume);
      }
    };
    inflater.on('data', (chunk: Buffer) => {
      waiting.push(chunk);
      if (waiting.length >= CHUNKS_AHEAD_MAX) inflater.pause();
      schedule();
    });
    inflater.on('end', () => {
      ended = true;
      schedule();
    });
    inflater.on('error', (cause) => {
      reject(mismatchedEntry(cause));
    });
    feed();
  });
}
