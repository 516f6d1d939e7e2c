import { attachment } from '../../src/blobs/attachment';

test.each([
  [undefined, 'attachment'],
  ['', 'attachment'],
  ['..', 'attachment'],
  ['book.xlsx', 'attachment; filename="book.xlsx"'],
  ['a "b" \\ c.csv', 'attachment; filename="c.csv"'],
  ['Übersicht.csv', `attachment; filename="_bersicht.csv"; filename*=UTF-8''%C3%9Cbersicht.csv`],
  ['表.csv', `attachment; filename="_.csv"; filename*=UTF-8''%E8%A1%A8.csv`],
  ['50%20off.csv', `attachment; filename="50%20off.csv"; filename*=UTF-8''50%2520off.csv`],
  ['a\r\nSet-Cookie: b=c.csv', 'attachment; filename="aSet-Cookie: b=c.csv"'],
  ['"; filename=evil.exe', 'attachment; filename="\\"; filename=evil.exe"'],
  ['\u202excod.exe', `attachment; filename="_xcod.exe"; filename*=UTF-8''%E2%80%AExcod.exe`],
])('the file name %j becomes %s', (filename, header) => {
  expect(attachment(filename)).toBe(header);
});
