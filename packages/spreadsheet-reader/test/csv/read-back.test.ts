import fc from 'fast-check';
import { tempFiles } from '../zip/temp-files';
import { readText } from './read-text';
import { suiteSeed } from '../../../../test/setup/suite-seed';

const seed = suiteSeed();

const write = tempFiles();

/** Bytes that the reader takes from the file at once. */
const pieceBytes = 64 * 1024;

const encodings: Record<string, (text: string) => Buffer> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'utf-16be': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};

const special = fc.constantFrom(
  '"',
  '""',
  '\n',
  '\r',
  '\r\n',
  ',',
  ';',
  '\t',
  '|',
  'é',
  '名',
  '😀',
  ' ',
  '=',
  '',
);
const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !text.includes('\0')),
  fc.array(special, { maxLength: 6 }).map((parts) => parts.join('')),
);

const file = fc.record({
  table: fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 30 }),
  delimiter: fc.constantFrom(',', ';', '\t', '|', '^'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom(...Object.keys(encodings)),
  quoteAll: fc.boolean(),
  lastLineEnds: fc.boolean(),
  // A first cell so long that the rest lies around where the reader cuts its pieces.
  paddingChars: fc.oneof(fc.constant(0), fc.integer({ min: pieceBytes - 200, max: pieceBytes + 20 })),
});

function csvOf(
  table: readonly string[][],
  { delimiter, lineEnd, quoteAll }: { delimiter: string; lineEnd: string; quoteAll: boolean },
): string {
  const field = (text: string) =>
    quoteAll || [delimiter, '"', '\n', '\r'].some((one) => text.includes(one))
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  return table.map((row) => row.map(field).join(delimiter)).join(lineEnd);
}

function shownRows(table: readonly string[][]): Record<number, string[]> {
  const rows = table.map((row) => row.slice(0, row.findLastIndex((text) => text !== '') + 1));
  return Object.fromEntries(rows.map((row, i) => [i + 1, row] as const).filter(([, row]) => row.length > 0));
}

describe('any table', () => {
  it(`comes back cell for cell, whatever its dialect, encoding and place in the file (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(
        file,
        async ({ table, delimiter, lineEnd, encoding, quoteAll, lastLineEnds, paddingChars }) => {
          const padded = paddingChars > 0 ? [['x'.repeat(paddingChars)], ...table] : table;
          const text = `sep=${delimiter}\r\n${csvOf(padded, { delimiter, lineEnd, quoteAll })}${lastLineEnds ? lineEnd : ''}`;
          const { rows } = await readText(write(encodings[encoding]!(text)));
          expect(rows).toEqual(shownRows(padded));
        },
      ),
      { seed, numRuns: 400 },
    );
  });
});

describe('a piece of the file that ends within', () => {
  it.each([
    ['a line end', '\r\nb,c\r\n', [], { 2: ['b', 'c'] }],
    ['a carriage return before a line', '\rb,c\r', [], { 2: ['b', 'c'] }],
    ['a delimiter', ',b\nc,d\n', ['b'], { 2: ['c', 'd'] }],
    ['a doubled quote', ',"b""c"\nd,e\n', ['b"c'], { 2: ['d', 'e'] }],
    ['a closing quote', ',"b","c"\nd,e\n', ['b', 'c'], { 2: ['d', 'e'] }],
    ['a quoted line break', ',"b\r\nc"\r\nd,e\r\n', ['b\r\nc'], { 2: ['d', 'e'] }],
    ['a character of four bytes', ',😀b\nc,d\n', ['😀b'], { 2: ['c', 'd'] }],
  ])('%s changes nothing', async (_name, text, restOfFirst, others) => {
    for (let before = 0; before <= Buffer.byteLength(text); before++) {
      const first = 'x'.repeat(pieceBytes - before);
      const { rows } = await readText(write(Buffer.from(first + text)));
      expect(rows).toEqual({ 1: [first, ...restOfFirst], ...others });
    }
  });

  it('a run of quotes changes nothing', async () => {
    const quotes = '"'.repeat(3 * pieceBytes);
    const { rows } = await readText(write(Buffer.from(`"x${quotes}${quotes}",y\n`)));
    expect(rows).toEqual({ 1: [`x${quotes}`, 'y'] });
  });
});
