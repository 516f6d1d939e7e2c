import { safeFilename, sentFilename } from '../../../src/domain/platform/filename';

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

test.each([
  ['guide/install/index.md', 'guide/install/index.md'],
  ['guide\\install\\index.md', 'guide/install/index.md'],
  ['./guide//install/./index.md', 'guide/install/index.md'],
  [' guide / index.md ', 'guide/index.md'],
  ['index.md', 'index.md'],
  ['v1.2/readme', 'v1.2/readme'],
  ['表/\ud800Übersicht.csv', '表/Übersicht.csv'],
  ['/home/me/guide/index.md', 'index.md'],
  ['\\\\server\\share\\index.md', 'index.md'],
  ['C:\\Users\\me\\book.xls', 'book.xls'],
  ['c:book.xls', 'c:book.xls'],
  ['../../etc/passwd', 'passwd'],
  ['guide/../../etc/passwd', 'passwd'],
  ['guide/.\u0000./index.md', 'index.md'],
  ['guide/ .. /index.md', 'index.md'],
  ['..\\..\\windows\\win.ini', 'win.ini'],
])('a sent name %j is %j', (name, expected) => {
  expect(sentFilename(name)).toBe(expected);
});

test.each([[''], ['guide/'], ['guide/..'], ['/'], ['guide\\'], ['./.']])('%j names no file', (name) => {
  expect(sentFilename(name)).toBeNull();
});

test('of a sent name that is too long, the folders next to the file stay', () => {
  const folders = Array.from({ length: 20 }, (_, n) => `${n}-${'a'.repeat(97)}`);
  const name = sentFilename([...folders, 'index.md'].join('/'))!;
  expect(name.length).toBeLessThanOrEqual(1_024);
  expect(name.endsWith(`${folders.slice(-9).join('/')}/index.md`)).toBe(true);
  expect(sentFilename(`${'b'.repeat(300)}/index.md`)).toBe(`${'b'.repeat(255)}/index.md`);
});
