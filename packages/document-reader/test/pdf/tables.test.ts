import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBlockKinds } from '../../src/block-kinds';
import { type Block } from '../../src/block';
import { areTagged } from '../../src/pdf/layout/tagged-layout';
import { parsePdf } from '../../src/pdf/parse-pdf';
import { line, makePdf } from './make-pdf';
import { readBytes, textOf, wordsOf } from './read-bytes';

const folder = join(__dirname, 'fixtures', 'tables');

async function blocksOf(name: string): Promise<Block[]> {
  const { blocks } = await readBytes(parsePdf, readFileSync(join(folder, `${name}.pdf`)));
  return blocks;
}

const tablesIn = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));

describe('rows of a ruled table', () => {
  it('come from its lines of numbers where no rules separate them', async () => {
    const [first] = tablesIn(await blocksOf('rows'));
    expect(first).toMatchObject({
      headerRows: 1,
      rows: [
        ['Tree', 'Crates', 'Weight'],
        ['Apple', '410', '8.2 t'],
        ['Pear', '385', '7.9 t'],
        ['Plum', '96', '1.4 t'],
        ['Cherry', '120', '1.1 t'],
      ],
    });
  });

  it('come from its lines of words where no line is full', async () => {
    const [, second] = tablesIn(await blocksOf('rows'));
    expect(second!.rows).toEqual([
      ['Pest', 'Sign', 'Remedy'],
      ['Aphid', 'Curled leaves', 'Soap'],
      ['Moth', 'Worm holes', 'Traps'],
      ['Scab', 'Dark spots', 'Pruning'],
      ['Canker', 'Sunken bark', 'Cutting'],
    ]);
  });

  it('have their header above stripes that stand for rules', async () => {
    const [, , third] = tablesIn(await blocksOf('rows'));
    expect(third).toMatchObject({
      headerRows: 1,
      rows: [
        ['Tool', 'Pieces', 'Price'],
        ['Ladder', '4', '96.00'],
        ['Saw', '11', '14.50'],
        ['Rake', '7', '12.25'],
      ],
    });
  });

  it('keep cells of several lines whole between rules', async () => {
    const [, , , fourth] = tablesIn(await blocksOf('rows'));
    expect(fourth!.rows).toEqual([
      ['Worker', 'Morning', 'Evening'],
      ['Ada', 'picks the early apples and sorts them', 'washes crates and locks the barn'],
      ['Ben', 'drives', 'rests'],
    ]);
  });

  it('have a column for each of two numbers beside each other in one ruled column', async () => {
    const [, , , , fifth] = tablesIn(await blocksOf('rows'));
    expect(fifth!.rows).toEqual([
      ['Spring', '1,204', '388'],
      ['Autumn', '2,977', '415'],
      ['Winter', '56', '17'],
    ]);
  });
});

it('gives a table its title, its years as names, and currencies with their amounts', async () => {
  const blocks = await blocksOf('statement');
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'caption', 'table', 'page_footer']);
  expect(textOf(blocks[1]!)).toBe('Millbrook Orchard Society Statement of Income Years ended 31 March');
  expect(blocks[2]).toMatchObject({
    headerRows: 1,
    rows: [
      ['(Thousands)', '2024', '2023', '2022'],
      ['Sale of fruit', '$812', '$764', '$701'],
      ['Sale of juice', '95', '88', '90'],
      ['Wages', '(411)', '(398)', '(360)'],
      ['Surplus', '$496', '$454', '$431'],
    ],
  });
});

describe('a table over two pages', () => {
  it.each(['continued', 'continued-tagged'])('says that its second part continues it: %s', async (name) => {
    const [first, second] = tablesIn(await blocksOf(name));
    expect(first!.headerRows).toBe(1);
    expect(first!.continues).toBeUndefined();
    expect(second).toMatchObject({ headerRows: 0, continues: true });
    expect([...first!.rows, ...second!.rows]).toHaveLength(26);
  });

  it('is two tables where names of other columns begin the second page', async () => {
    const grid = (rows: string[][]) =>
      rows.flatMap((row, y) => row.map((text, x) => line(text, 72 + x * 150, 700 - y * 18))).join('');
    const amounts = [
      ['Rope', '12', '40.00'],
      ['Anchor', '1', '310.00'],
      ['Lamp oil', '6', '18.50'],
    ];
    const pages = [
      { content: grid([['Item', 'Amount', 'Price'], ...amounts]) },
      { content: grid([['Boat', 'Crew', 'Weight'], ...amounts]) },
    ];
    const { blocks } = await readBytes(parsePdf, makePdf(pages));
    expect(tablesIn(blocks).map(({ headerRows, continues }) => [headerRows, continues])).toEqual([
      [1, undefined],
      [1, undefined],
    ]);
  });
});

it('reads columns to their ends beside and below a large heading', async () => {
  const blocks = await blocksOf('columns');
  const numbers = wordsOf(blocks.map(textOf).join(' ')).filter((word) => /^\d+$/.test(word));
  expect(numbers.map(Number)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  const text = blocks.map(textOf).join(' ').replaceAll('\n', ' ');
  expect(text.match(/weighs every crate again/g)).toHaveLength(21);
});

describe('margins', () => {
  it('of a single page hold its running title, line numbers and small print, apart from its text', async () => {
    const blocks = await blocksOf('margins');
    expect(blocks.map(({ kind }) => kind)).toEqual([
      'page_header',
      'page_header',
      'paragraph',
      'paragraph',
      'page_footer',
    ]);
    expect(blocks.map(textOf)).toMatchObject([
      '212 Journal of Orchards, Volume 7',
      '1 2 3 4 5 6 7 8',
      expect.stringMatching(/^The keepers met .* was dropped\.$/),
      expect.stringMatching(/^The new rule says .* beside the scale\.$/),
      'Printed on paper of the mill at Millbrook, sheet B4',
    ]);
  });

  it('of a document of two pages hold the line that begins both', async () => {
    const { blocks, head } = await readBytes(parsePdf, readFileSync(join(folder, 'continued.pdf')));
    const kinds = createBlockKinds();
    const added = blocks.map((block) => kinds.add(block));
    const mark = kinds.end(head.pageCount);
    expect(added.map(mark).filter(({ kind }) => kind === 'page_header')).toHaveLength(2);
  });

  const office = 'The office opens at nine and closes when the last boat has left.';
  const prose = [700, 686, 672, 658, 644, 630, 616, 602].map((y) => line(office, 72, y)).join('');
  const kindsOf = async (content: string) =>
    (await readBytes(parsePdf, makePdf([{ content }]))).blocks.map(({ kind }) => kind);

  it.each([
    ['a title at the very edge', line('Reports of the harbour', 72, 745), ['page_header']],
    [
      'a title in the size of the text that a rule divides from it',
      line('Reports of the harbour, second part', 72, 725) + '72 720 m 540 720 l S\n',
      ['page_header'],
    ],
    ['digits that are set apart', line('1 3', 530, 30), ['page_footer']],
    [
      'a title with its page in larger print',
      line('Harbour Register, No. 152, Proposed Rules', 120, 730, { size: 13 }) + line('47699', 510, 730),
      ['page_header'],
    ],
    ['an address on the web', line('www.harbour.example/reports/', 72, 725), ['page_header']],
    ['a line at the right of the head', line('harbour reports', 420, 750, { size: 15 }), ['page_header']],
    [
      'a title with its page, over an address',
      line('Lee et al. Reports of the Harbour 2011, 11:124 Page 3 of 7', 72, 755) +
        line('http://www.harbour.example/11/124', 72, 743),
      ['page_header', 'page_header'],
    ],
    [
      'small print of two lines',
      line('Harbour office, 2 Quay Street, Millbrook', 72, 44, { size: 9 }) +
        line('Free to those who land here', 72, 33, { size: 9 }),
      ['page_footer', 'page_footer'],
    ],
  ])('hold %s', async (_, content, kinds) => {
    expect((await kindsOf(prose + content)).filter((kind) => kind !== 'paragraph')).toEqual(kinds);
  });

  it.each([
    [
      'names of columns over a rule',
      line('Boat', 72, 730) +
        line('2023', 300, 730) +
        line('2024', 400, 730) +
        '72 725 m 540 725 l S\n' +
        line('Rope', 72, 705) +
        line('12', 300, 705) +
        line('14', 400, 705),
    ],
    [
      'a footnote of two lines',
      prose +
        line('1 Those who land here pay the dues of the', 72, 46, { size: 8 }) +
        line('harbour at the office of the quay', 72, 36, { size: 8 }),
    ],
  ])('do not hold %s', async (_, content) => {
    const kinds = await kindsOf(content);
    expect(kinds).not.toContain('page_header');
    expect(kinds).not.toContain('page_footer');
  });

  it.each([
    ['a first line that is far from the text, without a number', 'To the harbour office', 720],
    ['a number in the text', '12 ships', 720],
    ['a title at the edge of a page of few lines', 'Registration', 745],
    ['the end of a sentence of the page before, at the very edge', 'was asked to close it.', 770],
  ])('do not hold %s', async (_, text, y) => {
    const content =
      line(text, 72, y) + line('The office opens at nine and closes when the last boat has left.', 72, 670);
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    expect(blocks.map(({ kind }) => kind)).not.toContain('page_header');
  });
});

it.each([
  ['the title of the lower one, where it is nearer to it', 640, 'caption'],
  ['a note, where it is nearer to the upper one', 660, 'paragraph'],
])('a line between two tables is %s', async (_, y, kind) => {
  const ruled = (top: number) => {
    const rules = [0, 1, 2].map((row) => `72 ${top - row * 16} m 372 ${top - row * 16} l S\n`).join('');
    const sides = [72, 222, 372].map((x) => `${x} ${top} m ${x} ${top - 32} l S\n`).join('');
    const cells = ['Item', 'Amount', 'Rope', '12'].map((text, index) =>
      line(text, 80 + (index % 2) * 150, top - 12 - (index >> 1) * 16),
    );
    return rules + sides + cells.join('');
  };
  const content = ruled(708) + line('Counted in spring', 72, y) + ruled(632);
  const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
  expect(blocks.map((block) => block.kind)).toEqual(['table', kind, 'table']);
});

it.each([
  ['2.1. Reports of the masters', 'heading'],
  ['2.1 Reports of the masters', 'heading'],
  ['2.1 The master reports the cargo to the office.', 'paragraph'],
  ['2.1 of the reports', 'paragraph'],
])('a line %s is a %s', async (text, kind) => {
  const body = [660, 646, 632].map((y) => line('The office opens at nine and closes in the evening.', 72, y));
  const { blocks } = await readBytes(parsePdf, makePdf([{ content: line(text, 72, 690) + body.join('') }]));
  expect(blocks[0]).toMatchObject({ kind, text });
});

it('keeps the hyphen of "well-known" at the end of a line', async () => {
  const content = line('The keeper is well-', 72, 700) + line('known in the harbour.', 72, 686);
  const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
  expect(blocks.map(textOf)).toEqual(['The keeper is well-known in the harbour.']);
});

it.each([5, 20])(
  'keeps print of %i points at the side of a page apart from the text beside it',
  async (size) => {
    const turned = `BT /F ${size} Tf 0 1 -1 0 30 100 Tm (printed by the mill) Tj ET\n`;
    const content = line('The last boat leaves from Soekarno-', 72, 100) + turned;
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    expect(blocks.map((block) => [block.kind, textOf(block)])).toEqual([
      ['paragraph', 'The last boat leaves from Soekarno-'],
      ['page_footer', 'printed by the mill'],
    ]);
  },
);

it('joins accents with the letters that they are drawn over', async () => {
  const at = (text: string, x: number) => line(text, x, 700);
  // Helvetica of 11 points: n and a are 6.12 wide, c is 5.5, the accents are 3.66.
  const content =
    at('Min', 72) + at('a', 89.8) + at('\xb4', 91) + at('c', 95.9) + at('\xb8', 96.8) + at('e', 101.4);
  const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
  expect(blocks.map(textOf)).toEqual(['Mináçe']);
});

describe('a table of amounts with shaded cells', () => {
  const columns = [380, 450, 520];
  const amount = (text: string, column: number, y: number) =>
    line(text, columns[column]! - text.length * 5, y, { size: 9 });
  const sign = (column: number, y: number) => line('$', columns[column]! - 55, y, { size: 9 });
  /** A box behind a cell, as programs draw it: without a line around it, and with white between columns. */
  const shade = (left: number, right: number, y: number) =>
    `0.8 0.93 1 rg ${left} ${y - 3} ${right - left} 12 re f 0 g\n`;
  const shades = (y: number) =>
    shade(50, 315, y) + columns.map((right) => shade(right - 60, right, y)).join('');
  const row = (name: string, amounts: readonly string[], y: number, isShaded: boolean) =>
    (isShaded ? shades(y) : '') +
    line(name, 52, y, { size: 9 }) +
    amounts.map((text, column) => (text === '' ? '' : amount(text, column, y))).join('');
  const header =
    line('Years ended 31 March', 380, 700, { size: 8, bold: true }) +
    ['31 March', '31 March', '31 March']
      .map((text, at) => line(text, columns[at]! - 36, 688, { size: 8 }))
      .join('') +
    ['2024', '2023', '2022'].map((text, at) => line(text, columns[at]! - 25, 678, { size: 8 })).join('');

  it('is one table under its names, with signs at their amounts and rows that are not shaded', async () => {
    const content =
      line('STATEMENT OF INCOME', 220, 730, { size: 11, bold: true }) +
      header +
      row('Operating income:', [], 664, false) +
      line('(In thousands)', 420, 664, { size: 9 }) +
      row('Tolls', ['4,101', '3,900', '3,650'], 651, true) +
      [0, 1, 2].map((column) => sign(column, 651)).join('') +
      row('Berths', ['(310)', '-', '275'], 638, false) +
      row('Licences and other income of the year, net of', [], 625, true) +
      row('refunds', ['12', '15', '9'], 614, true) +
      row('Total income', ['3,803', '3,915', '3,934'], 601, true) +
      row('Share of the year 2023', ['97%', '100%', '100%'], 588, false) +
      line('See the notes, which are part of these statements.', 52, 540, { size: 9 });
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    const tables = tablesIn(blocks);
    expect(tables).toHaveLength(1);
    expect(tables[0]).toMatchObject({
      headerRows: 3,
      rows: [
        ['', 'Years ended 31 March', '', ''],
        ['', '31 March 2024', '31 March 2023', '31 March 2022'],
        ['Operating income:', '', '(In thousands)', ''],
        ['Tolls', '$4,101', '$3,900', '$3,650'],
        ['Berths', '(310)', '-', '275'],
        ['Licences and other income of the year, net of refunds', '12', '15', '9'],
        ['Total income', '3,803', '3,915', '3,934'],
        ['Share of the year 2023', '97%', '100%', '100%'],
      ],
    });
    expect(blocks.at(-1)).toMatchObject({ text: 'See the notes, which are part of these statements.' });
  });

  it('has the columns of the rules between them where it has any', async () => {
    const rows = [
      ['Model', 'Weight', 'Time'],
      ['A', '70.0', '12 ms'],
      ['B', '71.3', '13 ms'],
      ['C', '72.6', '14 ms'],
      ['D', '73.9', '15 ms'],
    ];
    const content =
      rows.map((_, at) => (at > 0 ? shade(50, 290, 700 - at * 12) : '')).join('') +
      [130, 210].map((x) => `${x} 709 m ${x} 649 l S\n`).join('') +
      rows
        .map((cells, at) =>
          cells.map((text, column) => line(text, 56 + column * 80, 700 - at * 12, { size: 9 })).join(''),
        )
        .join('');
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    expect(tablesIn(blocks)).toMatchObject([{ headerRows: 1, rows }]);
  });

  it('is none where sentences stand on a shade', async () => {
    const content =
      [0, 1, 2, 3].map((at) => shade(50, 540, 700 - at * 12)).join('') +
      [
        'In 2021 the harbour took 4,101 tolls, of which',
        '3,900 were paid in 2022 and',
        '12 in 2023,',
        '9 of them late.',
      ]
        .map((text, at) => line(text, 60, 700 - at * 12, { size: 9 }))
        .join('');
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    expect(tablesIn(blocks)).toEqual([]);
  });
});

test('a page whose tags call each cell a paragraph is read by its looks', () => {
  const words = ['Net', 'income', '$', '17,556', '(539', ')', '12%', '8', '—', 'Total'].map((text, mark) => ({
    left: 0,
    top: 0,
    right: 9,
    bottom: 9,
    text,
    mark,
    baseline: 9,
    size: 9,
    bold: false,
    confidence: 1,
    rtl: false,
    spaceBefore: true,
    order: mark,
    line: null,
  }));
  const tag = (block: number) => ({ block, kind: 'paragraph' as const, level: 0, cell: null });
  const tagged = (blockOf: (mark: number) => number) =>
    areTagged(words, new Map(words.map(({ mark }) => [mark, tag(blockOf(mark))])));
  expect(tagged((mark) => mark)).toBe(false);
  expect(tagged(() => 0)).toBe(true);
});
