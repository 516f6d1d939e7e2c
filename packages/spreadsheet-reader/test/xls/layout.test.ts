import { join } from 'node:path';
import { RecordType } from '../../src/xls/record-type';
import { tempFiles } from '../zip/temp-files';
import { characters, record, text16, u16, u32, writeXls } from './biff-writer';
import { readXls, withXls } from './read-xls';

const write = tempFiles();
const fixture = join(__dirname, '../fixtures/biff8.xls');
const layoutOf = (records: Buffer[], version?: 0x0500) =>
  withXls(write(writeXls({ sheets: [{ records }], ...(version && { version }) })), (reader) =>
    reader.layout(reader.sheets[0]!),
  );

const urlMoniker = Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex');
const fileMoniker = Buffer.from('0303000000000000c000000000000046', 'hex');
const wide = (text: string) => Buffer.from(`${text}\0`, 'utf16le');
const counted = (text: string) => Buffer.concat([u32(text.length + 1), wide(text)]);
const link = (flags: number, ...parts: Buffer[]) =>
  record(RecordType.hyperlink, u16(1, 4, 2, 3), Buffer.alloc(16), u32(2, flags), ...parts);
const url = (text: string) => Buffer.concat([urlMoniker, u32(wide(text).length), wide(text)]);

const note = (row: number, column: number, object: number, author: string) =>
  record(RecordType.note, u16(row, column, 0, object), text16(author));
const noteBox = (object: number, ...parts: string[]) => [
  record(RecordType.object, u16(0x15, 0x12, 0x19, object), Buffer.alloc(14)),
  record(RecordType.textObject, u16(0, 0, 0, 0, 0, parts.join('').length, 16), u32(0)),
  ...parts.map((part) => record(RecordType.continue, characters(part))),
];

describe('the layout of a sheet', () => {
  it('has its merged cells, and nothing that is none', async () => {
    const ranges = [u16(0, 1, 0, 2), u16(4, 4, 4, 4), u16(3, 2, 0, 0), u16(0, 65_535, 0, 255)];
    const { merges } = await layoutOf([record(RecordType.mergeCells, u16(4), ...ranges)]);
    expect(merges).toEqual([
      { firstRow: 1, lastRow: 2, firstColumn: 0, lastColumn: 2 },
      { firstRow: 1, lastRow: 65_536, firstColumn: 0, lastColumn: 255 },
    ]);
  });

  it('has its hidden columns', async () => {
    const columns = (first: number, last: number, flags: number) =>
      record(RecordType.columnInfo, u16(first, last, 0, 0, flags, 0));
    const { hiddenColumns } = await layoutOf([columns(0, 1, 0), columns(2, 4, 1), columns(9, 256, 1)]);
    expect(hiddenColumns).toEqual([
      { first: 2, last: 4 },
      { first: 9, last: 255 },
    ]);
  });

  it.each([
    ['an address', link(0x03, url('https://example.com/ä')), 'https://example.com/ä'],
    [
      'an address with a place in it',
      link(0x0b, url('https://example.com'), counted('part')),
      'https://example.com#part',
    ],
    ['a place in the workbook', link(0x08, counted("'My sheet'!A1")), "#'My sheet'!A1"],
    [
      'an address behind a shown text and a frame',
      link(0x93, counted('shown'), counted('_top'), url('https://e.com')),
      'https://e.com',
    ],
    [
      'a file nearby',
      link(0x03, fileMoniker, u16(1), u32(6), Buffer.from('a.xls\0'), Buffer.alloc(24), u32(0)),
      '..\\a.xls',
    ],
    [
      'a file with a wide name',
      link(
        0x03,
        fileMoniker,
        u16(0),
        u32(6),
        Buffer.from('_.xls\0'),
        Buffer.alloc(24),
        u32(20, 12),
        u16(3),
        Buffer.from('名.xls', 'utf16le'),
      ),
      '名.xls',
    ],
    ['a path as text', link(0x103, counted('\\\\server\\a.xls')), '\\\\server\\a.xls'],
  ])('has a link to %s', async (_name, data, expected) => {
    expect((await layoutOf([data])).links).toEqual([{ cell: 'C2', url: expected }]);
  });

  it.each([
    ['without a target', link(0)],
    ['with another kind of target', link(0x01, Buffer.alloc(16, 7))],
    ['that is cut', record(RecordType.hyperlink, u16(1, 4, 2, 3))],
    ['whose length lies', link(0x08, u32(0xffffffff))],
  ])('has no link where there is one %s', async (_name, data) => {
    expect((await layoutOf([data])).links).toEqual([]);
  });

  it('has its comments with their authors, whose texts stand in boxes of their own', async () => {
    const records = [
      ...noteBox(7, 'first'),
      ...noteBox(9, 'sec', 'ond 名'),
      note(0, 0, 9, 'Jörg'),
      note(2, 3, 7, ' '),
      note(5, 5, 8, 'nobody'),
    ];
    expect((await layoutOf(records)).comments).toEqual([
      { cell: 'A1', author: 'Jörg', text: 'second 名' },
      { cell: 'D3', author: null, text: 'first' },
    ]);
  });

  it('has the comments of BIFF5, which continue in further records', async () => {
    const records = [
      record(RecordType.note, u16(1, 1, 8), Buffer.from('one ')),
      record(RecordType.note, u16(0xffff, 0, 4), Buffer.from('more')),
      record(RecordType.note, u16(2, 1, 3), Buffer.from('two')),
    ];
    expect((await layoutOf(records, 0x0500)).comments).toEqual([
      { cell: 'B2', author: null, text: 'one more' },
      { cell: 'B3', author: null, text: 'two' },
    ]);
  });
});

describe('a workbook', () => {
  it('names its sheets with their kinds and states, and leaves modules of macros out', async () => {
    const sheets = [
      { name: '__proto__', records: [] },
      { name: 'Größe 名', records: [], state: 1 as const },
      { name: 'secret', records: [], state: 2 as const },
      { name: 'Macro1', records: [], kind: 1 as const },
      { name: 'Chart1', records: [], kind: 2 as const },
    ];
    await withXls(write(writeXls({ sheets })), (reader) => {
      expect(reader.sheets.map(({ index, name, state, kind }) => [index, name, state, kind])).toEqual([
        [0, '__proto__', 'visible', 'worksheet'],
        [1, 'Größe 名', 'hidden', 'worksheet'],
        [2, 'secret', 'veryHidden', 'worksheet'],
        [3, 'Macro1', 'visible', 'macrosheet'],
        [4, 'Chart1', 'visible', 'chartsheet'],
      ]);
      return Promise.resolve();
    });
  });

  it.each([
    [0, false],
    [1, true],
  ])('counts its days from 1904 where it says so (%d)', async (flag, expected) => {
    const globals = [record(RecordType.dateMode, u16(flag))];
    const date1904 = await withXls(write(writeXls({ globals, sheets: [{ records: [] }] })), (reader) =>
      Promise.resolve(reader.date1904),
    );
    expect(date1904).toBe(expected);
  });

  it('of a real spreadsheet program has all of it', async () => {
    await withXls(fixture, async (reader) => {
      expect(reader.sheets.map(({ name, state }) => [name, state])).toEqual([
        ['Sales Q3', 'visible'],
        ['Overview', 'visible'],
        ['Products', 'visible'],
        ['Orders', 'visible'],
        ['Assumptions', 'hidden'],
      ]);
      const sales = await reader.layout(reader.sheets[0]!);
      expect(sales.merges).toContainEqual({ firstRow: 1, lastRow: 1, firstColumn: 0, lastColumn: 9 });
      expect(sales.links).toEqual([{ cell: 'A25', url: 'https://example.com/handbook/net-sales?lang=en' }]);
      expect(sales.comments.map(({ cell, author }) => [cell, author])).toEqual([
        ['H8', null],
        ['I6', null],
      ]);
      expect((await reader.layout(reader.sheets[2]!)).hiddenColumns).toEqual([{ first: 3, last: 3 }]);
    });
    expect(await readXls(fixture)).toEqual(
      expect.arrayContaining([
        'A4 text "004711"',
        'E4 number 0.520514138817481 =',
        'F4 date 43694',
        'G4 boolean 0 =',
      ]),
    );
  });
});
