import { chunkTokensMax } from '../../../../src/parsing/document/chunking/token-budget';
import { type RowLines, rowPieces } from '../../../../src/parsing/document/spreadsheet/row-pieces';

/** Words and marks, like the model's. */
const countTokens = (text: string) => text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)?.length ?? 0;
const words = (count: number, word: string) => Array<string>(count).fill(word).join(' ');
const pieces = (rows: Partial<RowLines>) => [
  ...rowPieces(
    {
      header: null,
      lines: [],
      firstRow: 2,
      firstColumn: 0,
      lastColumn: 1,
      merged: [],
      hasKey: false,
      ...rows,
    },
    countTokens,
  ),
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

test('each piece says the values of merged cells that cover its first row', () => {
  const lines = Array.from(
    { length: 60 },
    (_, i) => `${i === 0 ? 'North' : i === 45 ? 'South' : ''} | row${i} | ${words(30, 'word')}`,
  );
  const merged = [
    { first: 0, last: 44, cell: 0 },
    { first: 45, last: 59, cell: 0 },
  ];
  const found = pieces({ header: 'Region | Row | Text', lines, merged });
  expect(found.length).toBeGreaterThan(3);
  for (const { text, rowStart } of found) {
    expect(text.split('\n')[1]).toMatch(rowStart! - 2 < 45 ? /^North \| row/ : /^South \| row/);
    expect(text.match(/North|South/g)!.length).toBeLessThanOrEqual(2);
    expect(countTokens(text)).toBeLessThanOrEqual(chunkTokensMax);
  }
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

test('each piece of a row that is too wide begins with the key of a column outside of it', () => {
  const names = Array.from({ length: 60 }, (_, c) => `name${c}`);
  const cells = names.map((_, c) => words(8, `cell${c}`));
  const found = pieces({
    header: ['Country', ...names].join(' | '),
    lines: [['North', ...cells].join(' | ')],
    firstColumn: 3,
    lastColumn: 62,
    hasKey: true,
  });
  expect(found.length).toBeGreaterThan(2);
  for (const { text, firstColumn, lastColumn } of found) {
    const [header, line] = text.split('\n').map((one) => one.split(' | '));
    expect([header![0], line![0]]).toEqual(['Country', 'North']);
    expect([header![1], header!.at(-1)]).toEqual([`name${firstColumn - 3}`, `name${lastColumn - 3}`]);
    expect(countTokens(text)).toBeLessThanOrEqual(chunkTokensMax);
  }
  expect(found.flatMap(({ text }) => text.split('\n')[1]!.split(' | ').slice(1))).toEqual(cells);
});

test('a key that is too long for a piece is cut, and no cell of the row is lost', () => {
  const found = pieces({
    header: `${words(400, 'Name')} | Text`,
    lines: [`${words(400, 'key')} | ${words(600, 'word')}`],
    hasKey: true,
  });
  expect(
    found
      .map(({ text }) => text)
      .join(' ')
      .match(/word/g),
  ).toHaveLength(600);
  for (const { text } of found) expect(countTokens(text)).toBeLessThanOrEqual(chunkTokensMax);
});

test('a cell that is too long is cut between words, and nothing of it is lost', () => {
  const essay = Array.from({ length: 900 }, (_, i) => `word${i}`).join(' ');
  const found = pieces({ header: 'Id | Essay', lines: [`7 | ${essay}`] });
  expect(found.map(({ text }) => text.split('\n')[1]!.replace(/^7 \| /, '')).join('')).toBe(essay);
  for (const { text } of found) expect(countTokens(text)).toBeLessThanOrEqual(chunkTokensMax);
});
