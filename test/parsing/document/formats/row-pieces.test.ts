import { chunkTokensMax } from '../../../../src/parsing/document/chunking/token-budget';
import { type RowLines, rowPieces } from '../../../../src/parsing/document/formats/spreadsheet/row-pieces';

/** Words and marks, like the model's. */
const countTokens = (text: string) => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;
const words = (count: number, word: string) => Array<string>(count).fill(word).join(' ');
const pieces = (rows: Partial<RowLines>) => [
  ...rowPieces({ header: null, lines: [], firstRow: 2, firstColumn: 0, lastColumn: 1, ...rows }, countTokens),
];

test('rows are kept whole and in order, each piece under the names of its columns, none past the budget', () => {
  const lines = Array.from({ length: 40 }, (_, i) => `row${i} | ${words(20 + (i % 7), 'word')}`);
  const found = pieces({ header: 'Name | Text', lines });
  expect(found.length).toBeGreaterThan(3);
  let row = 2;
  for (const { text, rowStart, rowEnd } of found) {
    const [names, ...held] = text.split('\n');
    expect(names).toBe('Name | Text');
    expect([rowStart, rowEnd]).toEqual([row, row + held.length - 1]);
    expect(held).toEqual(lines.slice(row - 2, row - 2 + held.length));
    expect(countTokens(text)).toBeLessThanOrEqual(chunkTokensMax);
    row += held.length;
  }
  expect(row).toBe(42);
});

test('blank rows count, but no piece begins or ends with one', () => {
  const long = words(200, 'w');
  const found = pieces({ lines: ['a', '', 'b', '', '', long, '', 'c'] });
  expect(found.map(({ text, rowStart, rowEnd }) => [text, rowStart, rowEnd])).toEqual([
    [`a\n\nb\n\n\n${long}\n\nc`, 2, 9],
  ]);
  const cut = pieces({ lines: ['a', '', long, '', '', long, ''] });
  expect(cut.map(({ text, rowStart, rowEnd }) => [text, rowStart, rowEnd])).toEqual([
    [`a\n\n${long}`, 2, 4],
    [long, 7, 7],
  ]);
});

test('a row that is too wide is cut between cells, each with its column name; its blanks are left out', () => {
  const names = Array.from({ length: 60 }, (_, c) => `name${c}`);
  const cells = names.map((_, c) => (c % 10 === 9 ? '' : words(8, `cell${c}`)));
  const found = pieces({
    header: names.join(' | '),
    lines: ['x', cells.join(' | '), 'y'],
    firstColumn: 3,
    lastColumn: 62,
  });
  expect(found[0]).toMatchObject({ rowStart: 2, rowEnd: 2, firstColumn: 3, lastColumn: 62 });
  expect(found.at(-1)).toMatchObject({ text: `${names.join(' | ')}\ny`, rowStart: 4, rowEnd: 4 });
  const wide = found.slice(1, -1);
  expect(wide.flatMap(({ text }) => text.split('\n')[1]!.split(' | '))).toEqual(
    cells.filter((cell) => cell !== ''),
  );
  for (const { text, rowStart, rowEnd, firstColumn, lastColumn } of wide) {
    expect([rowStart, rowEnd]).toEqual([3, 3]);
    expect(countTokens(text)).toBeLessThanOrEqual(chunkTokensMax);
    const [first] = text.split(' | ');
    expect(first).toBe(`name${firstColumn - 3}`);
    expect(text.split('\n')[0]!.split(' | ').at(-1)).toBe(`name${lastColumn - 3}`);
  }
});

test('a cell that is too long is cut between words, and nothing of it is lost', () => {
  const essay = Array.from({ length: 900 }, (_, i) => `word${i}`).join(' ');
  const found = pieces({ header: 'Id | Essay', lines: [`7 | ${essay}`] });
  expect(found.map(({ text }) => text.split('\n')[1]!.replace(/^7 \| /, '')).join('')).toBe(essay);
  for (const { text } of found) expect(countTokens(text)).toBeLessThanOrEqual(chunkTokensMax);
});
