import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Uploadable } from './upload-file.js';

/**
 * A file on disk for `uploadFile`; its bytes are read while they are sent.
 *
 * @throws Error when it is not a readable file
 */
export async function fileAt(file: string): Promise<Uploadable> {
  const found = await stat(file);
  if (!found.isFile()) throw new Error(`${file} is no file.`);
  // Opening it here reports an unreadable file; during the request the error would look like a failed
  // connection.
  await (await open(file)).close();
  return {
    name: path.basename(file),
    size: found.size,
    // Only the type declarations of the two web streams differ.
    stream: () => Readable.toWeb(createReadStream(file)) as unknown as ReadableStream<Uint8Array>,
  };
}

/** The lines of a file for `uploadRecords`, read while they are sent. */
export async function* linesOf(file: string): AsyncGenerator<string, void, undefined> {
  const handle = await open(file);
  try {
    yield* handle.readLines();
  } finally {
    await handle.close();
  }
}
