import { safeFilename } from '../../../src/domain/platform/filename';

test.each([
  ['book.xlsx', 'book.xlsx'],
  ['Übersicht 2026 – 表.xlsx', 'Übersicht 2026 – 表.xlsx'],
  ['📊.csv', '📊.csv'],
  ['/etc/passwd', 'passwd'],
  ['..\\..\\windows\\win.ini', 'win.ini'],
  ['C:\\Users\\me\\book.xls', 'book.xls'],
  ['a\u0000b\r\nc\u007f\u0085.csv', 'abc.csv'],
  ['  book.csv  ', 'book.csv'],
  ['lone\ud800.csv', 'lone.csv'],
  ['.hidden', '.hidden'],
  ['__proto__', '__proto__'],
])('%j is kept as %j', (name, expected) => {
  expect(safeFilename(name)).toBe(expected);
});

test.each([[''], ['.'], ['..'], ['...'], ['a/'], ['\\'], ['\u0000'], ['   '], ['\udc00']])(
  'nothing is left of %j',
  (name) => {
    expect(safeFilename(name)).toBeNull();
  },
);

test.each([
  ['a'.repeat(300), 'a'.repeat(255)],
  ['a'.repeat(255), 'a'.repeat(255)],
  [`${'a'.repeat(300)}.xlsx`, `${'a'.repeat(250)}.xlsx`],
  [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(253)}`],
  [`${'a'.repeat(254)}📊`, 'a'.repeat(254)],
])('a name that is too long is cut without breaking a character or losing its ending', (name, expected) => {
  expect(safeFilename(name)).toBe(expected);
});
