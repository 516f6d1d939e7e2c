import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type Readable } from 'node:stream';
import { type BlobStore } from '../../../src/blobs';
import { groupsOf } from '../../../src/bounded-groups';

/** Reads a blob with one JSON value per line, in groups of at most `size`; holds one group in memory. */
export async function* jsonLines<T>(blobs: BlobStore, key: string, size: number): AsyncGenerator<T[]> {
  yield* groupsOf(valuesOf<T>((await blobs.read(key)).stream), size);
}

/** Reads a local file in the same way. */
export async function* localJsonLines<T>(path: string, size: number): AsyncGenerator<T[]> {
  yield* groupsOf(valuesOf<T>(createReadStream(path)), size);
}

/** Reads a small local file in the same way, at once, which is several times faster. */
export async function* smallJsonLines<T>(path: string, size: number): AsyncGenerator<T[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  for (let from = 0; from < lines.length; from += size)
    yield lines.slice(from, from + size).map((line) => JSON.parse(line) as T);
}

async function* valuesOf<T>(stream: Readable): AsyncGenerator<T> {
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity }))
      if (line !== '') yield JSON.parse(line) as T;
  } finally {
    stream.destroy();
  }
}
