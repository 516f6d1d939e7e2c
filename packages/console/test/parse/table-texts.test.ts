import { chunkTable, type SheetChunk } from '../../src/pages/parse/chunk-lines';
import { csvOf, jsonOf, markdownOf } from '../../src/pages/parse/table-texts';

const chunk = (text: string, more: Partial<SheetChunk> = {}): SheetChunk =>
  ({ text, row_role: 'data', column_headers: ['Item', 'Net'], ...more }) as SheetChunk;

test('a chunk has its column names and its cells, with escapes taken back', () => {
  expect(chunkTable(chunk('Item | Net\nA \\| B | 1,50\nline\\nbreak | -2'))).toEqual({
    names: ['Item', 'Net'],
    rows: [
      ['A | B', '1,50'],
      ['line\nbreak', '-2'],
    ],
  });
  expect(chunkTable(chunk('Title of the sheet', { row_role: 'note', column_headers: [] }))).toEqual({
    names: null,
    rows: [['Title of the sheet']],
  });
});

test('a slice of a wide table keeps the key column in front', () => {
  const slice = chunk('Region | May\nNorth | 3', { column_headers: ['May'], key_column: 'A' });
  expect(csvOf(chunkTable(slice))).toBe('Region,May\r\nNorth,3\r\n');
});

test('CSV quotes the marks of the format', () => {
  expect(csvOf({ names: ['a,b', 'c'], rows: [['say "yes"', 'two\nlines']] })).toBe(
    '"a,b",c\r\n"say ""yes""","two\nlines"\r\n',
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ['-A1', "'-A1"],
  ['-12.50', '-12.50'],
  ['+49 30 1234', '+49 30 1234'],
  ['-3,4 %', '"-3,4 %"'],
])('a spreadsheet program takes the field %p of a CSV file for a text or a number', (text, field) => {
  expect(csvOf({ names: null, rows: [[text]] })).toBe(`${field}\r\n`);
});

test('JSON has an object for each row, and no value is lost to a name that occurs twice', () => {
  const table = { names: ['Net', 'Net', ''], rows: [['1', '2', '3']] };
  expect(JSON.parse(jsonOf(table))).toEqual([{ Net: '1', 'Net (2)': '2', 'Column 3': '3' }]);
  expect(JSON.parse(jsonOf({ names: null, rows: [['a', 'b']] }))).toEqual([['a', 'b']]);
});

test('Markdown shows cells as they are, also with marks and line breaks', () => {
  expect(markdownOf({ names: ['Item', 'Net'], rows: [['A | B', '*1*\n2'], ['C']] })).toBe(
    ['| Item | Net |', '| --- | --- |', String.raw`| A \| B | \*1\*<br>2 |`, '| C |  |', ''].join('\n'),
  );
});
