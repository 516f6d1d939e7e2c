import { type Readable } from 'node:stream';
import { type ImportedField } from '../../../src/domain/products/import';
import { fieldNameCharsMax, fieldsPerIndexMax } from '../../../src/domain/products/limits';
import { splitArray, splitLines, type RecordPiece } from '../../../src/product-search';

const openBracket = 0x5b;
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** Records of a page, which is a JSON array or NDJSON, by its first byte. */
export async function* piecesOf(stream: Readable): AsyncGenerator<RecordPiece> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const head: Buffer[] = [];
  let first: number | undefined;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    head.push(next.value);
    first = next.value.find((byte) => !blanks.has(byte));
    if (first !== undefined) break;
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield* head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  try {
    yield* first === openBracket ? splitArray(whole()) : splitLines(whole());
  } finally {
    stream.destroy();
  }
}

/** Creates the count of the members of records, up to the limit of fields of an index. */
export function createFieldCounts(before: readonly ImportedField[]) {
  const counts = new Map(before.map(({ name, records }) => [name, records]));
  return {
    add(record: object): void {
      for (const name of Object.keys(record)) {
        const known = counts.get(name);
        if (known !== undefined) counts.set(name, known + 1);
        else if (counts.size < fieldsPerIndexMax && name.length <= fieldNameCharsMax) counts.set(name, 1);
      }
    },
    list: (): ImportedField[] => Array.from(counts, ([name, records]) => ({ name, records })),
  };
}
