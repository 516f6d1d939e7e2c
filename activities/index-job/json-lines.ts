import { createInterface } from 'node:readline';
import { type Readable } from 'node:stream';
import { type BlobStore } from '../../src/blobs';

/** Values of a blob with one JSON value per line, in groups of at most `size`; memory holds one group. */
export async function* jsonLines<T>(blobs: BlobStore, key: string, size: number): AsyncGenerator<T[]> {
  const { stream } = await blobs.read(key);
  yield* jsonLinesOf<T>(stream, size);
}

/** The same of any stream, which is over afterwards. */
export async function* jsonLinesOf<T>(stream: Readable, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      if (line === '') continue;
      group.push(JSON.parse(line) as T);
      if (group.length < size) continue;
      yield group;
      group = [];
    }
  } finally {
    stream.destroy();
  }
  if (group.length > 0) yield group;
}
