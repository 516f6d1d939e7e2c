import { readAmountTable } from '../../src/pdf/layout/amount-table';
import { areTagged } from '../../src/pdf/layout/tagged-layout';
import { parsePdf } from '../../src/pdf/parse-pdf';
import { line, lines, makePdf } from './make-pdf';
import { readBytes, textOf } from './read-bytes';

const right = (text: string, x: number, y: number) => line(text, x - text.length * 5, y, { size: 9 });
const left = (text: string, x: number, y: number) => line(text, x, y, { size: 9 });

/** Sender and receiver of an invoice at both sides of a page, with the white of its items between them. */
const addresses =
  lines(['Harbour Chandlers', '7 Quay Street', 'Millbrook'], 60, 720, 14, 9) +
  lines(['Invoice 4711', 'Date 3 May 2024', 'Customer 52'], 440, 720, 14, 9);

/** A line of an invoice: name, quantity, price and sum, with a wide white behind the name. */
const item = (name: string, amounts: readonly [string, string, string], y: number) =>
  left(name, 60, y) + amounts.map((text, at) => right(text, [420, 480, 550][at]!, y)).join('');

const names =
  left('Description', 60, 620) +
  right('Quantity', 420, 620) +
  right('Price', 480, 620) +
  right('Amount', 550, 620);

const tablesOf = async (content: string) =>
  (await readBytes(parsePdf, makePdf([{ content }]))).blocks.flatMap((block) =>
    block.kind === 'table' ? [block] : [],
  );

describe('items of an invoice without rules, with a wide white behind their names', () => {
  it('are rows below the names of columns, below addresses that leave the same white', async () => {
    const content =
      addresses +
      names +
      item('Tarred rope, 20 fathoms', ['2', '40.00', '80.00'], 600) +
      item('Lamp oil', ['6', '18.50', '111.00'], 584) +
      item('Iron nails', ['12', '0.35', '4.20'], 568);
    const tables = await tablesOf(content);
    expect(tables.at(-1)).toMatchObject({
      headerRows: 1,
      rows: [
        ['Description', 'Quantity', 'Price', 'Amount'],
        ['Tarred rope, 20 fathoms', '2', '40.00', '80.00'],
        ['Lamp oil', '6', '18.50', '111.00'],
        ['Iron nails', '12', '0.35', '4.20'],
      ],
    });
  });

  it('keep the lines of their descriptions, and sums in rows of their own', async () => {
    const content =
      addresses +
      names +
      item('Tarred rope, 20 fathoms', ['2', '40.00', '80.00'], 600) +
      left('Batch of April', 60, 590) +
      item('Lamp oil', ['6', '18.50', '111.00'], 568) +
      left('In tins', 60, 558) +
      left('Sealed', 60, 548) +
      right('Total', 480, 526) +
      right('191.00', 550, 526) +
      left('To be paid in May', 60, 516);
    const tables = await tablesOf(content);
    expect(tables.at(-1)!.rows.slice(1)).toEqual([
      ['Tarred rope, 20 fathoms Batch of April', '2', '40.00', '80.00'],
      ['Lamp oil In tins Sealed', '6', '18.50', '111.00'],
      ['', '', 'Total', '191.00'],
    ]);
  });

  it('have names that nearly touch over the columns that they name', async () => {
    const content =
      addresses +
      left('Description', 60, 620) +
      right('Quantity', 420, 620) +
      line('Price', 446, 620, { size: 9 }) +
      line('Amount with tax', 474, 620, { size: 9 }) +
      item('Tarred rope, 20 fathoms', ['2', '40.00', '80.00'], 600) +
      item('Lamp oil', ['6', '18.50', '111.00'], 584);
    const tables = await tablesOf(content);
    expect(tables.at(-1)!.rows[0]).toEqual(['Description', 'Quantity', 'Price', 'Amount with tax']);
  });

  it('end where other text begins, such as the lines of a foot far below', async () => {
    const content =
      addresses +
      names +
      item('Tarred rope, 20 fathoms', ['2', '40.00', '80.00'], 600) +
      item('Lamp oil', ['6', '18.50', '111.00'], 584) +
      lines(['Harbour Bank, account 52 118', 'Court of Millbrook, 310'], 60, 480, 14, 9) +
      lines(['Telephone 52 118', 'Open at nine'], 440, 480, 14, 9);
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    const [table] = blocks.flatMap((block) =>
      block.kind === 'table' && block.headerRows === 1 ? [block] : [],
    );
    expect(table!.rows).toHaveLength(3);
    expect(textOf(blocks.at(-1)!)).toContain('Court of Millbrook, 310');
  });
});

it('gives sums below items rows of their own, where they are set closer than the items', async () => {
  const row = ([position, name, quantity, price, amount]: readonly string[], y: number) =>
    left(position!, 71, y) +
    left(name!, 113, y) +
    right(quantity!, 347, y) +
    right(price!, 432, y) +
    right(amount!, 524, y);
  const sum = (label: string, amount: string, y: number) => left(label, 376, y) + right(amount, 524, y);
  const content =
    row(['No.', 'Name', 'Quantity', 'Price', 'Amount'], 620) +
    '71 614 m 524 614 l S\n' +
    row(['1', 'Anvil 250', '1 Piece', '1000.00', '1000.00'], 597) +
    row(['2', 'Chain', '30 Fathom', '10', '300'], 574) +
    row(['3', 'Transport', 'Flat rate', '120.00', '120.00'], 550) +
    sum('Sum without tax', '1420.00', 514) +
    sum('Value added tax 19%', '269.80', 501) +
    sum('Amount of invoice', '1689.80', 488);
  const [table] = await tablesOf(content);
  expect(table!.rows.slice(3)).toEqual([
    ['3', 'Transport', 'Flat rate', '120.00', '120.00'],
    ['', '', '', 'Sum without tax', '1420.00'],
    ['', '', '', 'Value added tax 19%', '269.80'],
    ['', '', '', 'Amount of invoice', '1689.80'],
  ]);
});

it('keeps the last line of a value in the table of its label', async () => {
  const content =
    lines(['Berth', 'Keeper', 'Address'], 72, 700, 14, 9) +
    lines(['Twelve', 'Ada Lock', '7 Quay Street', 'Millbrook'], 240, 700, 14, 9);
  const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
  expect(blocks.map(({ kind }) => kind)).toEqual(['table']);
  expect(textOf(blocks[0]!)).toContain('Millbrook');
});

/** Words at the places of a grid of four columns; empty texts leave places free. */
const gridWords = (texts: readonly string[]) =>
  texts.flatMap((text, mark) => {
    const [left, top] = [(mark % 4) * 90, (mark >> 2) * 20];
    const place = { left, top, right: left + 40, bottom: top + 9, baseline: top + 9, size: 9 };
    const looks = { bold: false, confidence: 1, rtl: false, spaceBefore: true, line: null };
    return text === '' ? [] : [{ ...place, ...looks, text, mark, order: mark }];
  });

test('a table of amounts that begins with the names of its columns has them as its header', () => {
  const words = gridWords([
    ...['Position', '', 'Thousands', ''],
    ...['', 'July', 'August', 'Total'],
    ...['Tolls', '4.1', '3.9', '8.0'],
    ...['Berths', '0.5', '0.7', '1.2'],
    ...['Licences', '1.5', '1.7', '3.2'],
  ]);
  const found = readAmountTable({ left: 0, top: 0, right: 400, bottom: 120 }, words);
  expect(found!.table.headerRows).toBe(2);
  expect(found!.table.rows[2]).toEqual(['Tolls', '4.1', '3.9', '8.0']);
});

test('a page whose tags call each row of a table a table is read by its looks', () => {
  const words = gridWords(Array.from({ length: 20 }, () => '4,101'));
  const tagged = (tableOf: (row: number) => number) =>
    areTagged(
      words,
      new Map(
        words.map(({ mark }) => {
          const row = mark >> 2;
          const cell = { table: tableOf(row), row, column: mark % 4, header: false };
          return [mark, { block: mark, kind: 'paragraph' as const, level: 0, cell }];
        }),
      ),
    );
  expect(tagged((row) => row)).toBe(false);
  expect(tagged(() => 0)).toBe(true);
});
