import { RecordType } from '../../src/xls/record-type';
import { tempFiles } from '../zip/temp-files';
import { characters, f64, record, u16, u32, writeXls, type XlsParts } from './biff-writer';
import { readXls } from './read-xls';

const write = tempFiles();
const blank = Buffer.from([3, 0, 0, 0, 0, 0, 0xff, 0xff]);
const formula = (column: number, tokens: Buffer, result: Buffer = blank) =>
  record(RecordType.formula, u16(0, column, 0), result, u16(0), u32(0), u16(tokens.length), tokens);
const token = (code: number, ...data: Buffer[]) => Buffer.concat([Buffer.from([code]), ...data]);
const cellsOf = (records: Buffer[], parts: Partial<XlsParts> = {}) =>
  readXls(
    write(
      writeXls({
        ...parts,
        sheets: [
          { records, name: 'Main' },
          { records: [], name: 'Other one' },
        ],
      }),
    ),
  );

const relative = 0xc000;
const int = (value: number) => token(0x1e, u16(value));
const cell = token(0x44, u16(1, relative + 1));
const area = token(0x25, u16(1, 4, relative + 1, relative + 1));
const text = (value: string) => token(0x17, Buffer.from([value.length]), characters(value));
const binary = (left: Buffer, right: Buffer, code: number) => Buffer.concat([left, right, token(code)]);
const counted = (index: number, ...values: Buffer[]) =>
  Buffer.concat([...values, token(0x42, Buffer.from([values.length]), u16(index))]);
/** References to sheets of the workbook itself, then to the second one and to another workbook. */
const globals = [
  record(RecordType.supBook, u16(2, 0x0401)),
  record(RecordType.supBook, u16(1), characters('other.xls')),
  record(RecordType.externSheet, u16(2), u16(0, 1, 1), u16(1, 0, 0)),
];

describe('a formula that was never computed', () => {
  it.each([
    ['a sum of a range', counted(4, area), '=SUM(B2:B5)'],
    ['a sum as an attribute', Buffer.concat([area, token(0x19, Buffer.from([0x10]), u16(0))]), '=SUM(B2:B5)'],
    ['a fixed reference', token(0x24, u16(0, 2)), '=$C$1'],
    [
      'operators, in parentheses',
      binary(Buffer.concat([binary(cell, int(2), 0x03), token(0x15)]), int(3), 0x05),
      '=(B2+2)*3',
    ],
    ['signs and percents', Buffer.concat([int(5), token(0x14), token(0x13)]), '=-5%'],
    ['comparisons and texts', binary(text('ab'), text('名'), 0x0e), '="ab"<>"名"'],
    ['a function of a fixed number of arguments', Buffer.concat([cell, token(0x41, u16(24))]), '=ABS(B2)'],
    [
      'a choice with jumps',
      Buffer.concat([
        int(1),
        token(0x19, Buffer.from([0x04]), u16(1), u16(0, 0)),
        int(7),
        token(0x42, Buffer.from([2]), u16(100)),
      ]),
      '=CHOOSE(1,7)',
    ],
    [
      'a missing argument',
      counted(1, token(0x1d, Buffer.from([1])), token(0x16), token(0x1c, Buffer.from([0x2a]))),
      '=IF(TRUE,,#N/A)',
    ],
    ['a number', token(0x1f, f64(0.25)), '=0.25'],
    ['another sheet', token(0x3a, u16(0, 0, relative)), "='Other one'!A1"],
    ['a range of another sheet', token(0x3b, u16(0, 0, 1, 0, 1)), "='Other one'!$A$1:$B$2"],
    ['a lost reference', token(0x2a, u16(0, 0)), '=#REF!'],
  ])('is shown as its text: %s', async (_, tokens, expected) => {
    const cells = await cellsOf([formula(0, tokens)], { globals });
    expect(cells).toEqual([`A1 formula ${JSON.stringify(expected)} =`]);
  });

  it.each([
    ['an unknown token', token(0x02, u16(0, 0))],
    ['a token that is cut', token(0x24, Buffer.from([1]))],
    ['a text that is cut', token(0x17, Buffer.from([200, 0, 65]))],
    ['an operator without operands', token(0x03)],
    ['two values', Buffer.concat([int(1), int(2)])],
    ['nothing', Buffer.alloc(0)],
    ['an unknown function', token(0x41, u16(9_999))],
    ['another workbook', token(0x3a, u16(1, 0, 0))],
  ])('says that it cannot be shown: %s', async (_, tokens) => {
    expect(await cellsOf([formula(0, tokens)], { globals })).toEqual([
      'A1 formula "=(unreadable formula)" =',
    ]);
  });

  it('is told from an empty text, which is blank', async () => {
    const computed = formula(1, int(1), f64(1));
    expect(await cellsOf([formula(0, counted(4, area)), computed])).toEqual(['B1 number 1 =']);
    expect(await cellsOf([formula(0, counted(1, cell, text(''), int(1)))])).toEqual([]);
  });

  it('may have as many characters as a formula has, and is not shown beyond', async () => {
    const sum = (terms: number) =>
      Buffer.concat([int(1), ...Array.from({ length: terms }, () => Buffer.concat([int(1), token(0x03)]))]);
    expect(await cellsOf([formula(0, sum(1_000))])).toEqual([`A1 formula "=1${'+1'.repeat(1_000)}" =`]);
    const signs = Buffer.concat([int(1), Buffer.alloc(8_192, 0x12)]);
    expect(await cellsOf([formula(0, signs)])).toEqual(['A1 formula "=(unreadable formula)" =']);
  });
});
