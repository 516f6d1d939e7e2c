import { RecordType } from '../../src/xls/record-type';
import { tempFiles } from '../zip/temp-files';
import { bof, characters, eof, f64, record, text16, u16, u32, writeXls, type XlsParts } from './biff-writer';
import { readXls, withXls } from './read-xls';

const write = tempFiles();
const cellsOf = (records: Buffer[], parts: Partial<XlsParts> = {}) =>
  readXls(write(writeXls({ ...parts, sheets: [{ records }] })));

const format = (id: number) => record(RecordType.extendedFormat, u16(0, id, 0, 0, 0, 0, 0, 0, 0, 0));
const number = (row: number, column: number, value: number, style = 0) =>
  record(RecordType.number, u16(row, column, style), f64(value));
const shared = (row: number, column: number, index: number) =>
  record(RecordType.labelShared, u16(row, column, 0), u32(index));
const formula = (row: number, column: number, result: Buffer) =>
  record(RecordType.formula, u16(row, column, 0), result, u16(0), u32(0), u16(0));
const textResult = Buffer.from([0, 0, 0, 0, 0, 0, 0xff, 0xff]);
const packed = (value: number, flags: number) => u32((value << 2) | flags);

describe('a cell', () => {
  it.each([
    ['a number', number(1, 1, 1.1), 'B2 number 1.1'],
    ['an integer in 30 bits', record(RecordType.rk, u16(0, 0, 0), packed(-5, 2)), 'A1 number -5'],
    ['hundredths in 30 bits', record(RecordType.rk, u16(0, 0, 0), packed(12345, 3)), 'A1 number 123.45'],
    ['the upper half of a double', record(RecordType.rk, u16(0, 0, 0), u32(0x3ff80000)), 'A1 number 1.5'],
    ['hundredths of a double', record(RecordType.rk, u16(0, 0, 0), u32(0x40590001)), 'A1 number 1'],
    ['what is no number', number(0, 0, NaN), 'A1 error "#NUM!"'],
    ['true', record(RecordType.booleanOrError, u16(0, 0, 0), Buffer.from([1, 0])), 'A1 boolean 1'],
    ['an error', record(RecordType.booleanOrError, u16(0, 0, 0), Buffer.from([0x2a, 1])), 'A1 error "#N/A"'],
    ['a narrow text', record(RecordType.label, u16(0, 0, 0), text16('naïve')), 'A1 text "naïve"'],
    ['a wide text', record(RecordType.label, u16(0, 0, 0), text16('名前')), 'A1 text "名前"'],
    ['a number of a formula', formula(0, 0, f64(2.5)), 'A1 number 2.5 ='],
    ['a boolean of a formula', formula(0, 0, Buffer.from([1, 0, 1, 0, 0, 0, 0xff, 0xff])), 'A1 boolean 1 ='],
    [
      'an error of a formula',
      formula(0, 0, Buffer.from([2, 0, 7, 0, 0, 0, 0xff, 0xff])),
      'A1 error "#DIV/0!" =',
    ],
    ['the last of a sheet', number(65_535, 255, 1), 'IV65536 number 1'],
  ])('is read: %s', async (_name, data, expected) => {
    expect(await cellsOf([data])).toEqual([expected]);
  });

  it.each([
    [
      'several numbers in one record',
      record(RecordType.mulRk, u16(2, 3), u16(0), packed(7, 2), u16(0), packed(8, 2), u16(4)),
      ['D3 number 7', 'E3 number 8'],
    ],
    [
      'formula kinds of older versions',
      record(RecordType.formula4, u16(0, 0, 0), f64(4), u16(0), u32(0), u16(0)),
      ['A1 number 4 ='],
    ],
  ])('is read: %s', async (_name, data, expected) => {
    expect(await cellsOf([data])).toEqual(expected);
  });

  it.each([
    ['right behind it', [textResult], [record(RecordType.string, text16('sum'))]],
    [
      'behind a shared formula',
      [textResult],
      [record(RecordType.sharedFormula, u16(0, 0)), record(RecordType.string, text16('sum'))],
    ],
    [
      'behind an array formula and what continues it',
      [textResult],
      [
        record(RecordType.array, u16(0, 0)),
        record(RecordType.continue, u16(0)),
        record(RecordType.string, text16('sum')),
      ],
    ],
    [
      'split over records',
      [textResult],
      [
        record(RecordType.string, u16(3), Buffer.from([0]), Buffer.from('s')),
        record(RecordType.continue, characters('um')),
      ],
    ],
  ])('has the text that its formula results in: %s', async (_name, [result], behind) => {
    expect(await cellsOf([formula(0, 0, result!), ...behind, number(0, 1, 2)])).toEqual([
      'A1 text "sum" =',
      'B1 number 2',
    ]);
  });

  it('is left out where it is blank', async () => {
    const empty = Buffer.from([3, 0, 0, 0, 0, 0, 0xff, 0xff]);
    const blank = record(0x0201, u16(0, 5, 0));
    const label = record(RecordType.label, u16(0, 6, 0), text16(''));
    expect(
      await cellsOf([formula(0, 0, empty), formula(0, 1, textResult), blank, label, shared(0, 7, 99)]),
    ).toEqual([]);
  });

  it('is a date where its number format shows one', async () => {
    const own = record(RecordType.format, u16(200), text16('yyyy\\-mm'));
    const globals = [own, format(0), format(14), format(200), format(2)];
    const records = [0, 1, 2, 3, 9].map((style) => number(0, style, 45000, style));
    const path = write(writeXls({ globals, sheets: [{ records }] }));
    expect(await readXls(path)).toEqual([
      'A1 number 45000',
      'B1 date 45000',
      'C1 date 45000',
      'D1 number 45000',
      'J1 number 45000',
    ]);
    const codes = await withXls(path, (reader) =>
      Promise.resolve([0, 1, 2, 3, 9].map((style) => reader.formatCode(style))),
    );
    expect(codes).toEqual(['General', 'm/d/yyyy', 'yyyy\\-mm', '0.00', 'General']);
  });
});

describe('rows', () => {
  it('come in order, each once, where the file has them in another', async () => {
    const records = [
      number(5, 1, 52),
      formula(2, 0, textResult),
      record(RecordType.string, text16('twenty')),
      number(9, 0, 90),
      number(5, 0, 51),
      number(2, 1, 21),
    ];
    expect(await cellsOf(records)).toEqual([
      'A3 text "twenty" =',
      'B3 number 21',
      'A6 number 51',
      'B6 number 52',
      'A10 number 90',
    ]);
  });

  it('have the last of several cells in one place', async () => {
    expect(await cellsOf([number(0, 3, 1), number(0, 1, 2), number(0, 3, 3)])).toEqual([
      'B1 number 2',
      'D1 number 3',
    ]);
  });

  it('are hidden by their own record, or all that have none', async () => {
    const row = (index: number, flags: number) =>
      record(RecordType.row, u16(index, 0, 1, 255, 0, 0), u32(flags));
    const records = [row(0, 0), row(1, 0x20), number(0, 0, 1), number(1, 0, 2), number(2, 0, 3)];
    const byDefault = record(RecordType.defaultRowHeight, u16(2, 255));
    expect(await cellsOf(records)).toEqual(['A1 number 1', 'A2 number 2 ~', 'A3 number 3']);
    expect(await cellsOf([byDefault, ...records])).toEqual(['A1 number 1', 'A2 number 2 ~', 'A3 number 3 ~']);
  });

  it('leave out the cells of a chart that stands between them', async () => {
    const chart = [bof(0x20), number(0, 0, 99), bof(0x20), number(0, 0, 98), eof, eof];
    expect(await cellsOf([number(0, 0, 1), ...chart, number(1, 0, 2)])).toEqual([
      'A1 number 1',
      'A2 number 2',
    ]);
  });

  it('are whole where they span the windows in which a sheet is read', async () => {
    const texts = Array.from({ length: 40_000 }, (_, i) => `cell ${i}`);
    const records = texts.map((text, i) => record(RecordType.label, u16(i, 0, 0), text16(text)));
    expect(await cellsOf(records)).toEqual(texts.map((text, i) => `A${i + 1} text "${text}"`));
  });
});

describe('shared texts', () => {
  const table = (...parts: Buffer[]) => [
    record(RecordType.sharedStrings, u32(3, 3), parts[0]!),
    ...parts.slice(1).map((part) => record(RecordType.continue, part)),
  ];
  const rich = Buffer.concat([u16(4), Buffer.from([0x08]), u16(2), Buffer.from('rich'), u32(0, 0)]);
  const phonetic = Buffer.concat([
    u16(2),
    Buffer.from([0x05]),
    u32(6),
    Buffer.from('名前', 'utf16le'),
    Buffer.from('xxxxxx'),
  ]);

  it.each([
    ['in one record', table(Buffer.concat([text16('a'), text16('β'), text16('c')])), ['a', 'β', 'c']],
    [
      'with formatting and phonetic texts',
      table(Buffer.concat([rich, phonetic, text16('c')])),
      ['rich', '名前', 'c'],
    ],
    ['split between texts', table(text16('a'), Buffer.concat([text16('b'), text16('c')])), ['a', 'b', 'c']],
    [
      'split within a text',
      table(
        Buffer.concat([text16('a'), u16(4), Buffer.from([0]), Buffer.from('lo')]),
        Buffer.concat([characters('ng'), text16('c')]),
      ),
      ['a', 'long', 'c'],
    ],
    [
      'split where the width changes',
      table(
        Buffer.concat([text16('a'), u16(4), Buffer.from([0]), Buffer.from('lo')]),
        Buffer.concat([characters('名前'), text16('c')]),
      ),
      ['a', 'lo名前', 'c'],
    ],
    [
      'split within the formatting of a text',
      table(
        Buffer.concat([text16('a'), u16(1), Buffer.from([0x08]), u16(2), Buffer.from('b'), u16(0)]),
        Buffer.concat([u16(0), u32(0), text16('c')]),
      ),
      ['a', 'b', 'c'],
    ],
    ['fewer than declared', table(text16('a')), ['a', '', '']],
    [
      'narrow past ASCII and wide within it',
      table(Buffer.concat([u16(3), Buffer.from([0, 0x63, 0xe9, 0x7c]), text16(''), text16('plain')])),
      ['cé|', '', 'plain'],
    ],
    [
      'with half a character',
      table(Buffer.concat([text16('a\ud800'), text16('b'), text16('\udc00a')])),
      ['a\ud800', 'b', '\udc00a'],
    ],
  ])('are found: %s', async (_name, globals, texts) => {
    const expected = texts
      .map((text, i) => `${'ABC'[i]!}1 text ${JSON.stringify(text)}`)
      .filter((_line, i) => texts[i] !== '');
    expect(await cellsOf([shared(0, 0, 0), shared(0, 1, 1), shared(0, 2, 2)], { globals })).toEqual(expected);
  });

  it('stay with their cells where these stand out of order, and in the rows after them', async () => {
    const globals = table(Buffer.concat([text16('a'), text16('b'), text16('c')]));
    const records = [shared(0, 2, 2), number(0, 1, 7), shared(0, 0, 0), number(1, 0, 1), shared(1, 1, 1)];
    expect(await cellsOf(records, { globals })).toEqual([
      'A1 text "a"',
      'B1 number 7',
      'C1 text "c"',
      'A2 number 1',
      'B2 text "b"',
    ]);
  });
});

describe('BIFF5', () => {
  const bytes = (text: Buffer) => Buffer.concat([u16(text.length), text]);
  const label = (text: Buffer) => record(RecordType.label, u16(0, 0, 0), bytes(text));

  it.each([
    [1252, Buffer.from([0x80, 0xe9]), '€é'],
    [1251, Buffer.from([0xcf, 0xf0]), 'Пр'],
    [932, Buffer.from([0x93, 0x8c, 0x8b, 0x9e]), '東京'],
    [10_000, Buffer.from([0x8e]), 'é'],
    [0x8001, Buffer.from([0x93]), '“'],
    [99, Buffer.from([0xe9]), 'é'],
  ])('has texts in code page %d', async (codepage, text, expected) => {
    const globals = [record(RecordType.codePage, u16(codepage))];
    const records = [label(text), record(RecordType.richString, u16(1, 0, 0), bytes(text), Buffer.from([0]))];
    expect(await cellsOf(records, { globals, version: 0x0500 })).toEqual([
      `A1 text "${expected}"`,
      `A2 text "${expected}"`,
    ]);
  });

  it('has texts of formulas in bytes', async () => {
    const records = [formula(0, 0, textResult), record(RecordType.string, bytes(Buffer.from('sum')))];
    expect(await cellsOf(records, { version: 0x0500 })).toEqual(['A1 text "sum" =']);
  });
});
