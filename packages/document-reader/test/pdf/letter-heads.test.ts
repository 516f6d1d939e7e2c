import { blockText } from '../../src';
import { parsePdf } from '../../src/pdf/parse-pdf';
import { line, lines, makePdf, prose } from './make-pdf';
import { readBytes } from './read-bytes';

const blocksOf = async (content: string) => (await readBytes(parsePdf, makePdf([{ content }]))).blocks;
const textsOf = async (content: string) => (await blocksOf(content)).map(blockText);
const tableRows = async (content: string) =>
  (await blocksOf(content)).flatMap((block) => (block.kind === 'table' ? [block.rows] : []));

/** Labels and values on lines of their own, 22 points from each other. */
const labelled = (pairs: readonly (readonly [string, string])[], y: number) =>
  pairs.map(([label, value], at) => line(label, 72, y - at * 22) + line(value, 260, y - at * 22)).join('');

const seller = [
  ['Number:', '549910'],
  ['Name:', 'Harbour Chandlers'],
  ['Address:', 'Quay Street 7'],
  ['', '80333 Millbrook'],
  ['VAT number:', 'DE123456789'],
] as const;
const buyer = [
  ['Number:', 'GE2020211'],
  ['Name:', 'Lighthouse Trust'],
  ['Address:', 'Cliff Road 15'],
  ['', '69876 Eastport'],
] as const;

describe('labels that end with a colon, in groups far from each other', () => {
  it('stay with their values, each in a row, up to the last line of a value of several lines', async () => {
    const content = labelled(seller, 690) + labelled(buyer, 540);
    expect((await tableRows(content)).flat()).toEqual([
      ['Number:', '549910'],
      ['Name:', 'Harbour Chandlers'],
      ['Address:', 'Quay Street 7 80333 Millbrook'],
      ['VAT number:', 'DE123456789'],
      ['Number:', 'GE2020211'],
      ['Name:', 'Lighthouse Trust'],
      ['Address:', 'Cliff Road 15 69876 Eastport'],
    ]);
  });
});

it('labels whose colons stand before their values are read with them, above what has none', async () => {
  const content =
    lines(
      ['Delivery', 'Order', 'Seller:', 'Number : 549910', 'Harbour Chandlers', 'Quay Street 7'],
      72,
      720,
    ) +
    lines([': 5 March 2024', ': PO 445'], 190, 720) +
    prose;
  const text = (await textsOf(content)).join('\n');
  expect(text).toContain('Delivery : 5 March 2024\nOrder : PO 445');
});

describe('addresses side by side, as close as the columns of a table', () => {
  const supplier = ['Supplier', 'Harbour Chandlers', 'Quay Street 7', '80333 Millbrook', 'Tax 5133081'];
  const customer = ['Customer', 'Lighthouse Trust', 'Cliff Road 15', '69876 Eastport', 'Branch 12'];
  const facts = ['Invoice', 'Number 4711', 'Date 3 May 2024', 'Order B 1234', 'Clerk Ann Lee'];

  it('are read one by one, and what stands beside them by itself', async () => {
    const content = lines(supplier, 60, 720) + lines(customer, 210, 720) + lines(facts, 370, 720) + prose;
    const text = (await textsOf(content)).join('\n').replaceAll(/\s+/g, ' ');
    for (const block of [supplier, customer, facts]) expect(text).toContain(block.join(' '));
  });

  it('of a list of places are rows where street and town have columns of their own', async () => {
    const places = [
      ['Place', 'Street', 'Town'],
      ['Depot', 'Quay Street 7', '80333 Millbrook'],
      ['Shop', 'Cliff Road 15', '69876 Eastport'],
      ['Office', 'Main Street 3', '12345 Westport'],
    ];
    const content = places.map((row, at) =>
      row.map((text, column) => line(text, 60 + column * 150, 720 - at * 14, { bold: at === 0 })).join(''),
    );
    expect(await tableRows(content.join('') + prose)).toEqual([places]);
  });

  it('of a list of keepers stay in the rows of their keepers', async () => {
    const keepers = [
      [
        ['Ann Lee', 'Keeper'],
        ['Quay Street 7', '80333 Millbrook'],
      ],
      [
        ['Bo Ek', 'Deputy'],
        ['Cliff Road 15', '69876 Eastport'],
      ],
      [
        ['Di Fox', 'Clerk'],
        ['Main Street 3', '12345 Westport'],
      ],
    ] as const;
    const content = keepers.map((row, at) =>
      row.map((cell, column) => lines(cell, 60 + column * 150, 720 - at * 40, 12)).join(''),
    );
    expect(await tableRows(content.join(''))).toEqual([
      keepers.map((row) => row.map((cell) => cell.join(' '))),
    ]);
  });
});
