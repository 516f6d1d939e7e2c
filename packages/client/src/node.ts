import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Uploadable } from './upload-file.js';

/**
 * A file of the disk, for `uploadFile`; its bytes are read while they are sent.
 *
 * @throws Error when it is no file that can be read
 */
export async function fileAt(file: string): Promise<Uploadable> {
  const found = await stat(file);
  if (!found.isFile()) throw new Error(`${file} is no file.`);
  // An error that only the request meets looks like one of the connection.
  await (await open(file)).close();
  return {
    name: path.basename(file),
    size: found.size,
    // The two declarations of web streams differ, not the streams.
    stream: () => Readable.toWeb(createReadStream(file)) as unknown as ReadableStream<Uint8Array>,
  };
}

/** The lines of a file, for `uploadRecords`; read while they are sent. */
export async function* linesOf(file: string): AsyncGenerator<string, void, undefined> {
  const handle = await open(file);
  try {
    yield* handle.readLines();
  } finally {
    await handle.close();
  }
}
