import fc from 'fast-check';
import { type RecordPiece } from '../../../src/product-search/records/record-pieces';
import { RecordsBodyError } from '../../../src/product-search/records/records-body';
import { splitArray } from '../../../src/product-search/records/split-array';
import { splitLines } from '../../../src/product-search/records/split-lines';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

type Split = (body: AsyncIterable<Buffer>, recordBytesMax?: number) => AsyncIterable<RecordPiece>;

/** The body in chunks that end at the given places. */
async function* inChunks(body: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  let from = 0;
  for (const cut of [...cuts.map((each) => each % (body.length + 1)).sort((a, b) => a - b), body.length]) {
    yield await Promise.resolve(body.subarray(from, cut));
    from = cut;
  }
}

async function pieces(split: Split, body: string | Buffer, cuts: readonly number[] = [], bytesMax?: number) {
  const found: [number | null, string | null][] = [];
  for await (const { line, index, bytes } of split(inChunks(Buffer.from(body), cuts), bytesMax))
    found.push([line ?? index, bytes?.toString() ?? null]);
  return found;
}

const everywhere = Array.from({ length: 200 }, (_, n) => n);

test.each([
  [
    'LF and no end of the last line',
    '{"a":1}\n{"b":2}',
    [
      [1, '{"a":1}'],
      [2, '{"b":2}'],
    ],
  ],
  [
    'CRLF',
    '{"a":1}\r\n{"b":2}\r\n',
    [
      [1, '{"a":1}'],
      [2, '{"b":2}'],
    ],
  ],
  [
    'blank lines, which count',
    '\n \t\r\n{"a":1}\n\n\n{"b":2}\n\n',
    [
      [3, '{"a":1}'],
      [6, '{"b":2}'],
    ],
  ],
  ['a byte order mark', '\uFEFF{"a":1}\n', [[1, '{"a":1}']]],
  ['nothing', '', []],
  ['a byte order mark and nothing', '\uFEFF', []],
  ['characters of several bytes', '{"ä":"日本😀"}\n', [[1, '{"ä":"日本😀"}']]],
])('NDJSON with %s has the same records wherever its chunks end', async (_, body, expected) => {
  expect(await pieces(splitLines, body)).toEqual(expected);
  expect(await pieces(splitLines, body, everywhere)).toEqual(expected);
});

test.each([
  [
    'an array',
    '[{"a":1},{"b":2}]',
    [
      [0, '{"a":1}'],
      [1, '{"b":2}'],
    ],
  ],
  [
    'blanks everywhere',
    ' \r\n[ {"a": 1} ,\n\t{"b":2} ] \n',
    [
      [0, '{"a": 1}'],
      [1, '{"b":2}'],
    ],
  ],
  ['a wrapper', '{"records": [{"a":1}]}', [[0, '{"a":1}']]],
  ['a wrapper with blanks', ' { "records"\n: [ ] } ', []],
  ['an empty array', '[]', []],
  [
    'brackets and escapes in strings',
    '[{"a":"]},{\\"\\\\"},"x,y"]',
    [
      [0, '{"a":"]},{\\"\\\\"}'],
      [1, '"x,y"'],
    ],
  ],
  [
    'elements inside elements',
    '[[1,[2]],{"a":[{"b":[]}]}]',
    [
      [0, '[1,[2]]'],
      [1, '{"a":[{"b":[]}]}'],
    ],
  ],
  [
    'elements of other types',
    '[1, null,true,"a"]',
    [
      [0, '1'],
      [1, 'null'],
      [2, 'true'],
      [3, '"a"'],
    ],
  ],
  [
    'missing elements',
    '[,{}, ]',
    [
      [0, ''],
      [1, '{}'],
      [2, ''],
    ],
  ],
  ['a byte order mark', '\uFEFF[{}]', [[0, '{}']]],
])('%s has the same elements wherever its chunks end', async (_, body, expected) => {
  expect(await pieces(splitArray, body)).toEqual(expected);
  expect(await pieces(splitArray, body, everywhere)).toEqual(expected);
});

test.each([
  ['nothing', ''],
  ['an object without records', '{"a":1}'],
  ['records that are no array', '{"records":{}}'],
  ['another member before the records', '{"a":[],"records":[]}'],
  ['another member behind the records', '{"records":[],"a":1}'],
  ['an array that ends early', '[{"a":1},{"b"'],
  ['a wrapper that ends early', '{"records":[{"a":1}]'],
  ['text behind the array', '[] []'],
  ['a second end', '{"records":[]}}'],
  ['an array and the end of a wrapper', '[]}'],
  ['a string', '"[1]"'],
])('a body with %s is refused as a whole', async (_, body) => {
  await expect(pieces(splitArray, body)).rejects.toThrow(RecordsBodyError);
  await expect(pieces(splitArray, body, everywhere)).rejects.toThrow(RecordsBodyError);
});

test.each([
  ['NDJSON', splitLines, (records: string[]) => records.join('\n')],
  ['an array', splitArray, (records: string[]) => `[${records.join(' , ')}]`],
] as const)(
  'of %s, a record that is too large is not kept, and those around it are',
  async (_, split, join) => {
    const large = JSON.stringify({ a: 'x'.repeat(100) });
    const body = join(['{"a":1}', large, '{"b":2}']);
    for (const cuts of [[], everywhere]) {
      const found = await pieces(split, body, cuts, 20);
      expect(found.map(([, text]) => text)).toEqual(['{"a":1}', null, '{"b":2}']);
    }
  },
);

test(`any records come out as they went in, in either form (seed ${seed})`, async () => {
  const records = fc.array(
    fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    {
      maxLength: 6,
    },
  );
  await fc.assert(
    fc.asyncProperty(records, fc.array(fc.nat(1_000), { maxLength: 8 }), async (values, cuts) => {
      const texts = values.map((value) => JSON.stringify(value));
      const lines = await pieces(splitLines, texts.join('\r\n'), cuts);
      const array = await pieces(splitArray, `{"records":[${texts.join(',')}]}`, cuts);
      expect(lines.map(([, text]) => text)).toEqual(texts);
      expect(array.map(([, text]) => text)).toEqual(texts);
    }),
    { seed },
  );
});
