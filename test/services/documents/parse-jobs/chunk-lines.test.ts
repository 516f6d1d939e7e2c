import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { chunkLines } from '../../../../src/services/documents/parse-jobs/chunk-lines';
import { type ChunkOffset } from '../../../../src/domain/documents/parse-job';
import {
  chunkSeparator,
  resultHead,
  resultRange,
  resultTail,
} from '../../../../src/domain/documents/parse-result';
import { suiteSeed } from '../../../setup/suite-seed';

const seed = suiteSeed();

const jobId = 'prs_01JD3V00000000000000000000';

/** A result as it is stored, with the offsets of some of its chunks. */
function storedResult(texts: readonly string[], isPage: (index: number) => boolean) {
  const lines = texts.map((text) => JSON.stringify({ text }));
  const bytes = Buffer.from(resultHead(jobId, 'spreadsheet') + lines.join(chunkSeparator) + resultTail);
  const pages: ChunkOffset[] = [];
  let offset = Buffer.byteLength(resultHead(jobId, 'spreadsheet'));
  for (const [chunk, line] of lines.entries()) {
    if (chunk === 0 || isPage(chunk)) pages.push({ chunk, offset });
    offset += Buffer.byteLength(line) + chunkSeparator.length;
  }
  return { bytes, index: { byteSize: bytes.length, pages } };
}

/** The bytes as a stream breaks them up. */
function* pieces(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let from = 0, n = 0; from < bytes.length; n++) {
    const size = sizes[n % sizes.length]!;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}

it(`any page of any result, however its bytes arrive, holds exactly its chunks (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 30 }),
      fc.array(fc.boolean(), { minLength: 1 }),
      fc.nat(35),
      fc.integer({ min: 1, max: 35 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      async (texts, paged, first, count, sizes) => {
        const { bytes, index } = storedResult(texts, (chunk) => paged[chunk % paged.length]!);
        const wanted = texts.slice(first, first + count).map((text) => ({ text }));
        const range = resultRange(index, texts.length, first, count);
        if (range === null) {
          expect(wanted).toEqual([]);
          return;
        }
        const stream = Readable.from(pieces(bytes.subarray(range.start, range.end + 1), sizes));
        const lines = chunkLines(stream, { linesBefore: range.linesBefore, count });
        const text = (await buffer(lines)).toString();
        expect(JSON.parse(`[${text}]`)).toEqual(wanted);
      },
    ),
    { seed, numRuns: 500 },
  );
});

it('a range reads no more than to the next page behind the last chunk', () => {
  const { index } = storedResult(['a', 'b', 'c', 'd', 'e', 'f'], (chunk) => chunk % 2 === 0);
  const range = resultRange(index, 6, 2, 1)!;
  expect(range.start).toBe(index.pages[1]!.offset);
  expect(range.end).toBe(index.pages[2]!.offset - chunkSeparator.length - 1);
});
