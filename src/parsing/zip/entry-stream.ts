import { createInflateRaw } from 'node:zlib';
import { type SourceFile } from '../source/source-file';
import { readExactly } from './end-of-directory';
import { isDeflated, locateData } from './entry-data';
import { createEntryVerifier, mismatchedEntry } from './entry-verifier';
import { type ZipEntry } from './zip-entry';

/**
 * Compressed bytes handed to zlib at once; reading them blocks, which costs less than a trip through the
 * thread pool.
 */
const READ_BYTES = 64 * 1024;
/** Small enough that what zlib wrote is still in a near cache when it is parsed. */
const CHUNK_BYTES = 64 * 1024;
/** Inflated ahead of the consumer. */
const CHUNKS_AHEAD_MAX = 8;

/**
 * Takes the next inflated bytes, which are its to keep; false ends the stream early, the rest neither read
 * nor checked.
 */
export type TakeBytes = (bytes: Buffer) => boolean;

/**
 * Passes one entry to `take` piece by piece, in order. Rejects with `corrupt` where size or checksum do not
 * match the directory, and with whatever `take` throws.
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
 * Resolves to whether `take` saw the end. zlib works on the thread pool ahead of the consumer; for that,
 * chunks wait in a queue and are consumed in a task of their own, since a consumer that runs inside zlib's
 * callback holds zlib up.
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
