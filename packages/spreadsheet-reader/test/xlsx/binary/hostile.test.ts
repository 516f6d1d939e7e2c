import { defaultXlsxLimits } from '../../../src/xlsx';
import { tempFiles } from '../../zip/temp-files';
import { readCells } from '../read-cells';
import { cell, record, rk, row, sheetPart, shortCell, u32, u8, wide, writeXlsb } from './write-xlsb';

const file = tempFiles();
const whole = sheetPart([row(0), cell(6, 0, wide('text')), cell(2, 1, rk(1))]);
const numbers = (count: number) =>
  Array.from({ length: count }, (_, i) => [row(i), cell(2, 0, rk(i))]).flat();
const workbook = (part: Buffer) => writeXlsb({ sheets: [{ part }] });

describe('a binary workbook', () => {
  it.each([
    ['a part that ends within its rows', workbook(whole.subarray(0, -12))],
    ['a part that ends within a record', workbook(whole.subarray(0, 25))],
    [
      'a record that reaches beyond its part',
      workbook(Buffer.concat([record(129), record(145), u8(6, 0xff, 0x7f)])),
    ],
    ['a text that is longer than its record', workbook(sheetPart([row(0), cell(6, 0, u32(50))]))],
    ['a text of four billion characters', workbook(sheetPart([row(0), cell(6, 0, u32(0xfffffffe))]))],
    ['a cell without a value', workbook(sheetPart([row(0), cell(5, 0, u8(1))]))],
    ['a cell without a column', workbook(sheetPart([row(0), record(2, u8(1))]))],
    ['a row without a number', workbook(sheetPart([record(0, u8(1))]))],
    ['a cell without a row', workbook(sheetPart([shortCell(13, rk(1))]))],
    [
      'rows that are not in order',
      workbook(sheetPart([row(5), cell(2, 0, rk(1)), row(4), cell(2, 0, rk(1))])),
    ],
    ['a row past the largest sheet', workbook(sheetPart([row(1_048_576), cell(2, 0, rk(1))]))],
    ['a column past the largest sheet', workbook(sheetPart([row(0), cell(2, 16_384, rk(1))]))],
    ['a column of four billion', workbook(sheetPart([row(0), cell(2, 0xffffffff, rk(1))]))],
  ])('with %s ends as corrupt', async (_name, bytes) => {
    await expect(readCells(file(bytes))).rejects.toMatchObject({ name: 'SourceError', code: 'corrupt' });
  });

  it.each([
    ['more cells than a sheet may have', sheetPart(numbers(101)), { cellsPerSheetMax: 100 }],
    [
      'a record past the bound of a cell',
      sheetPart([row(0), cell(6, 0, wide('x'.repeat(600)))]),
      { cellBytesMax: 1_000 },
    ],
    [
      'more text than a sheet may have',
      sheetPart([row(0), cell(6, 0, wide('x'.repeat(60)))]),
      { sheetTextCharsMax: 50 },
    ],
    ['more sheets than a workbook may have', whole, { sheetsMax: 0 }],
  ])('with %s ends as too large', async (_name, part, limits) => {
    const reading = readCells(file(workbook(part)), { ...defaultXlsxLimits, ...limits });
    await expect(reading).rejects.toMatchObject({ name: 'SourceError', code: 'too_large' });
  });

  it('that declares a record of 256 MB is refused before its bytes are kept', async () => {
    const part = Buffer.concat([
      record(129),
      record(145),
      u8(6, 0xff, 0xff, 0xff, 0x7f),
      Buffer.alloc(100_000),
    ]);
    await expect(readCells(file(workbook(part)))).rejects.toMatchObject({ code: 'too_large' });
  });

  it('keeps the last cell of each column of a row that repeats them without end', async () => {
    const cells = Array.from({ length: 100_000 }, (_, i) => cell(2, i % 3, rk(i)));
    expect(await readCells(file(workbook(sheetPart([row(0), ...cells]))))).toEqual([
      'A1 number 99999',
      'B1 number 99997',
      'C1 number 99998',
    ]);
  });

  it('whose bytes are changed anywhere is read or refused, never anything else', async () => {
    for (let at = 0; at < whole.length; at++)
      for (const value of [0, 0x7f, 0x80, 0xff]) {
        const changed = Buffer.from(whole);
        changed[at] = value;
        await readCells(file(workbook(changed))).catch((error: unknown) => {
          expect(error).toMatchObject({ name: 'SourceError' });
        });
      }
  });
});
