import { openCsv } from '../../../src/csv';
import { tempFiles } from '../../zip/temp-files';

const write = tempFiles();
const MB = 1_000_000;
const repeated = (text: string, bytes: number) => Buffer.alloc(bytes, text);

/** Rows, cells, characters of text, and the last row's number, or the code of the error. */
async function outcome(bytes: Buffer): Promise<unknown> {
  const reader = await openCsv(write(bytes));
  const found = { rows: 0, cells: 0, chars: 0, last: 0 };
  try {
    await reader.readRows(reader.sheets[0]!, (row) => {
      found.rows++;
      found.cells += row.length;
      found.last = row.row;
      for (let i = 0; i < row.length; i++) found.chars += row.text[i]!.length;
    });
    return found;
  } catch (error) {
    return (error as { code: unknown }).code;
  } finally {
    reader.close();
  }
}

describe('a hostile text file', () => {
  it.each([
    ['one line of 50 MB', repeated('abc def ', 50 * MB), { rows: 1, cells: 1, chars: 50 * MB, last: 1 }],
    [
      'one quoted field of 50 MB of lines',
      Buffer.concat([Buffer.from('"'), repeated('ab\n', 48 * MB), Buffer.from('"\n1,2\n')]),
      { rows: 2, cells: 3, chars: 48 * MB + 2, last: 2 },
    ],
    ['one line of 100 MB', repeated('a', 100 * MB), 'too_large'],
    ['50 MB of commas', repeated(',', 50 * MB), { rows: 0, cells: 0, chars: 0, last: 0 }],
    ['50 MB of quotes', repeated('"', 50 * MB), { rows: 1, cells: 1, chars: 25 * MB - 1, last: 1 }],
    ['50 MB of line feeds', repeated('\n', 50 * MB), { rows: 0, cells: 0, chars: 0, last: 0 }],
    ['50 MB of carriage returns', repeated('\r', 50 * MB), { rows: 0, cells: 0, chars: 0, last: 0 }],
    [
      'a quote that never closes before 40 MB of lines',
      Buffer.concat([Buffer.from('a,b\n"c,d\n'), repeated('x,y\n', 40 * MB)]),
      { rows: 10 * MB + 2, cells: 20 * MB + 4, chars: 20 * MB + 5, last: 10 * MB + 2 },
    ],
    ['values past the last column of a sheet', Buffer.from(`${','.repeat(16_384)}x\n`), 'too_large'],
    [
      'a value in the last column of a sheet',
      Buffer.from(`${','.repeat(16_383)}x\n`),
      { rows: 1, cells: 1, chars: 1, last: 1 },
    ],
    ['nothing but a byte order mark', Buffer.from('\ufeff'), { rows: 0, cells: 0, chars: 0, last: 0 }],
    ['half a character', Buffer.from([0xff, 0xfe, 0x41]), { rows: 1, cells: 1, chars: 1, last: 1 }],
  ])('gives its cells or a typed error: %s', async (_name, bytes, expected) => {
    expect(await outcome(bytes)).toEqual(expected);
  });

  it('cannot make the reader hold a quoted field without bound', async () => {
    const bytes = Buffer.concat([Buffer.from('"'), repeated('x,y\n', 90 * MB), Buffer.from('"z",1\n')]);
    expect(await outcome(bytes)).toMatchObject({ last: 22_500_001 });
  });
});
