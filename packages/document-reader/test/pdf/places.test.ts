import { type Block } from '../../src/block';
import { headerRowsOf } from '../../src/pdf/layout/header-rows';
import { parsePdf } from '../../src/pdf/parse-pdf';
import { line, lines, makePdf, stream, writeObjects } from './make-pdf';
import { readBytes, textOf } from './read-bytes';

async function blocksOf(content: string): Promise<Block[]> {
  return (await readBytes(parsePdf, makePdf([{ content }]))).blocks;
}

const kindsAndTexts = (blocks: readonly Block[]) => blocks.map((block) => [block.kind, textOf(block)]);

const paragraph = [
  'The master of a ship that enters the harbour',
  'reports the cargo to the office before any of',
  'it is landed, and answers all the questions',
  'that the officer asks about its weight.',
];

const tableOf = (blocks: readonly Block[]) => blocks.find(({ kind }) => kind === 'table');

it('divides columns of amounts whose names, and names of groups, close the white between them', async () => {
  const xs = [290, 350, 430, 490];
  const row = (name: string, amounts: readonly string[], y: number) =>
    line(name, 72, y) + amounts.map((text, at) => line(text, xs[at]! - text.length * 5.5, y)).join('');
  const content =
    line('Boats of all harbours', 245, 700) +
    line('Boats of members', 405, 700) +
    row('', ['2021', '2022', '2021', '2022'], 686) +
    row('Northport', ['60', '64', '12', '14'], 672) +
    row('Eastport', ['-', '50', '-', '3'], 658) +
    row('Harbours of the western coast', [], 644) +
    row('Westport', ['410', '402', '96', '90'], 630) +
    row('Southport', ['7', '9', '1', '2'], 616);
  expect(tableOf(await blocksOf(content))).toMatchObject({
    headerRows: 2,
    rows: [
      ['', 'Boats of all harbours', '', 'Boats of members', ''],
      ['', '2021', '2022', '2021', '2022'],
      ['Northport', '60', '64', '12', '14'],
      ['Eastport', '-', '50', '-', '3'],
      ['Harbours of the western coast', '', '', '', ''],
      ['Westport', '410', '402', '96', '90'],
      ['Southport', '7', '9', '1', '2'],
    ],
  });
});

it('takes a table of amounts out of the columns of text below that leave the same white', async () => {
  const xs = [300, 380, 460, 540];
  const rows = [
    ['Repairs of quays', '528,887', '619,549', '351,803', '112,807'],
    ['Insurance', '198,481', '819,623', '139,705', '360,974'],
    ['Pilots and tugs', '39,923', '61,215', '189,106', '922,506'],
  ];
  const amounts = (cells: readonly string[], y: number) =>
    cells.map((text, at) => line(text, xs[at]! - text.length * 5, y, { size: 9 })).join('');
  const content =
    amounts(['2024', '2023', '2022', '2021'], 700) +
    rows
      .map(
        ([name, ...cells], at) => line(name!, 72, 686 - at * 14, { size: 9 }) + amounts(cells, 686 - at * 14),
      )
      .join('') +
    lines(paragraph, 72, 600) +
    lines(paragraph, 322, 600);
  const blocks = await blocksOf(content);
  expect(blocks.map(({ kind }) => kind)).toEqual(['table', 'paragraph', 'paragraph']);
  expect(blocks[0]).toMatchObject({ headerRows: 1, rows: [['', '2024', '2023', '2022', '2021'], ...rows] });
});

it('gives rows below a ruled header the columns of the header', async () => {
  const [xs, right, top] = [[72, 172, 232], 292, 700];
  const rows = [
    ['Harbour', 'Boats', 'Crew'],
    ['Northport', '60', '140'],
    ['Eastport', '50', '98'],
    ['Westport', '41', '77'],
  ];
  const rules =
    [0, 1, 2, 3, 4].map((at) => `${xs[0]} ${top - at * 16} m ${right} ${top - at * 16} l S\n`).join('') +
    [...xs, right].map((x) => `${x} ${top} m ${x} ${top - 16} l S\n`).join('') +
    [xs[0]!, right].map((x) => `${x} ${top} m ${x} ${top - 64} l S\n`).join('');
  const cells = rows.flatMap((row, y) => row.map((text, x) => line(text, xs[x]! + 6, top - 12 - y * 16)));
  expect(tableOf(await blocksOf(rules + cells.join('')))).toMatchObject({ headerRows: 1, rows });
});

it('takes row edges of white boxes beside a table for none of its own', async () => {
  const [xs, top] = [[72, 172, 232, 292], 700];
  const rows = [
    ['Month', 'Boats', 'Crew'],
    ['April', '60', '140'],
    ['May', '50', '98'],
    ['June', '41', '77'],
  ];
  const box = (y: number) => `1 g 292 ${y - 16} 60 16 re f 0 g\n`;
  const rules =
    rows.map((_, at) => box(top - at * 16)).join('') +
    [0, 16, 64].map((y) => `${xs[0]} ${top - y} m 292 ${top - y} l S\n`).join('') +
    xs.map((x) => `${x} ${top} m ${x} ${top - 64} l S\n`).join('');
  const cells = rows.flatMap((row, y) => row.map((text, x) => line(text, xs[x]! + 6, top - 12 - y * 16)));
  expect(tableOf(await blocksOf(rules + cells.join('')))).toMatchObject({ headerRows: 1, rows });
});

describe('names within a column of amounts', () => {
  const row = (name: string, amount: string, y: number) =>
    line(name, 72, y) + line(amount, 400 - amount.length * 6, y);

  it('that begin with a capital and have no amount are rows of their own', async () => {
    const content =
      row('Class A', '', 700) +
      row('Value of the net assets at the end of May', '5,111,372', 680) +
      row('Number of shares at the end of the month', '49,136', 666) +
      row('Value per share at the end of the month', '104.03', 652) +
      row('Class B', '', 632) +
      row('Value of the net assets at the end of May', '49,144,825', 612) +
      row('Number of shares at the end of the month', '471,555', 598) +
      row('Value per share at the end of the month', '104.22', 584) +
      row('Both classes', '', 564) +
      row('Value of the net assets at the end of May', '54,256,197', 544) +
      row('Number of shares at the end of the month', '520,691', 530);
    const table = tableOf(await blocksOf(content));
    const rows = table?.kind === 'table' ? table.rows : [];
    expect(rows).toContainEqual(['Value per share at the end of the month', '104.03']);
    expect(rows).toContainEqual(['Class B', '']);
    expect(rows).toContainEqual(['Both classes', '']);
  });
});

it('takes two rows of amounts below years for a table', async () => {
  const small = { size: 8.8 };
  const row = (name: string, amounts: readonly [text: string, x: number][], y: number) =>
    line(name, 34, y, small) + amounts.map(([text, x]) => line(text, x, y, small)).join('');
  const content =
    line('Cost of Sales', 34, 400, { size: 8.8, bold: true }) +
    line('Year Ended December 31,', 410, 384, { size: 7.4, bold: true }) +
    line('2023 to 2024 %', 530, 379, { size: 7.4, bold: true }) +
    row(
      '(In millions, except percentages)',
      [
        ['2023', 412],
        ['2024', 476],
        ['Change', 543],
      ],
      371,
    ) +
    row(
      'Cost of sales, exclusive of depreciation and amortization',
      [
        ['$', 391],
        ['5,154', 419],
        ['$', 455],
        ['9,351', 482],
        ['81 %', 572],
      ],
      358,
    ) +
    row(
      'Percentage of sales',
      [
        ['46 %', 430],
        ['54 %', 493],
      ],
      346,
    ) +
    line(
      'Cost of sales increased, mainly due to a 12 percent increase in payments to harbours and',
      34,
      320,
      small,
    ) +
    line('pilots, by 4 billion in all of the markets of the company and its partners.', 34, 308, small);
  expect(tableOf(await blocksOf(content))).toMatchObject({
    headerRows: 3,
    rows: [
      ['', 'Year Ended December 31,', '', ''],
      ['', '', '', '2023 to 2024 %'],
      ['(In millions, except percentages)', '2023', '2024', 'Change'],
      ['Cost of sales, exclusive of depreciation and amortization', '$5,154', '$9,351', '81%'],
      ['Percentage of sales', '46%', '54%', ''],
    ],
  });
});

describe('names of columns above amounts', () => {
  const xs = [180, 260, 340];
  const cells = (texts: readonly string[], y: number) =>
    texts
      .map((text, at) => (text === '' ? '' : line(text, xs[at]! - text.length * 5, y, { size: 9 })))
      .join('');

  it('are one row where they have several lines, in a table whose rows have no names', async () => {
    const content =
      cells(['Share of', 'Weight', 'Height of'], 700) +
      cells(['boats (%)', '', 'mast (m)'], 689) +
      [0, 1, 2, 3]
        .map((at) => cells([`${at + 2}.0150`, `0.03${at}5`, `12${at}.440`], 672 - at * 12))
        .join('');
    expect(tableOf(await blocksOf(content))).toMatchObject({
      headerRows: 1,
      rows: [
        ['Share of boats (%)', 'Weight', 'Height of mast (m)'],
        ['2.0150', '0.0305', '120.440'],
        ['3.0150', '0.0315', '121.440'],
        ['4.0150', '0.0325', '122.440'],
        ['5.0150', '0.0335', '123.440'],
      ],
    });
  });
});

it.each<[number, string[][]]>([
  [
    5,
    [
      ['', 'Harbour election', ''],
      ['', 'Party of boats', ''],
      ['', 'Office', ''],
      ['', 'Masters', ''],
      ['', 'Ann Lee', 'Bo Ray'],
      ['Northport', '60', '140'],
    ],
  ],
  [
    1,
    [
      ['Word', 'Use', 'Kind'],
      ['ahoy', 'a call', ''],
      ['bow', '', 'front'],
      ['cleat', 'a hook', ''],
      ['deck', '', 'floor'],
      ['ebb', 'a tide', ''],
      ['fathom', '6', 'feet'],
    ],
  ],
])('a table has %i header rows', (expected, rows) => {
  expect(headerRowsOf(rows)).toBe(expected);
});

describe('margin notes', () => {
  const noted = (noteX: number, textX: number, size: number) =>
    [0, 1, 2]
      .map((at) => {
        const y = 700 - at * 90;
        return lines(['Duty to report', 'the cargo'], noteX, y, 10, size) + lines(paragraph, textX, y);
      })
      .join('');

  it.each([
    ['left', 60, 200],
    ['right', 400, 72],
  ])('at the %s of a text are paragraphs beside it and no table', async (_, noteX, textX) => {
    const blocks = await blocksOf(noted(noteX, textX, 8));
    expect(blocks.map(({ kind }) => kind)).not.toContain('table');
    const texts = blocks.map(textOf);
    expect(texts.filter((text) => text === 'Duty to report the cargo')).toHaveLength(3);
    expect(texts.filter((text) => text === paragraph.join(' '))).toHaveLength(3);
  });

  it('of the size of the text beside them are the first column of a table', async () => {
    const blocks = await blocksOf(noted(60, 200, 11));
    expect(blocks.map(({ kind }) => kind)).toContain('table');
  });
});

describe('letters of Arabic ligatures', () => {
  /** A file that draws meem, lam with alef, and seen from left to right, as "salam" is drawn. */
  function salam(meem: string, lamAlef: string, seen: string): Buffer {
    const characters = `<41> <${meem}>\n<42> <${lamAlef}>\n<43> <${seen}>`;
    const map = `begincmap 1 begincodespacerange <00> <ff> endcodespacerange 3 beginbfchar\n${characters}\nendbfchar endcmap`;
    return writeObjects([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
      stream('BT /F 12 Tf 100 700 Td (ABC) Tj ET'),
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 6 0 R>>',
      stream(map),
    ]);
  }

  it.each([
    ['two letters', salam('0645', '06440627', '0633')],
    ['one character', salam('FEE2', 'FEFC', 'FEB3')],
  ])('are in their order where the file maps a ligature to %s', async (_, bytes) => {
    const { blocks } = await readBytes(parsePdf, bytes);
    expect(blocks.map(textOf)).toEqual(['سلام']);
  });
});

it.each([
  ['ABCDEF+CMBX12', 'heading'],
  ['NimbusRomNo9L-Medi', 'heading'],
  ['Poppins-Medium', 'paragraph'],
])('a short line in %s is a %s', async (name, kind) => {
  const bytes = writeObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R/B 6 0 R>>>>>>',
    stream(line('Duties of the master', 72, 640, { bold: true }) + lines(paragraph, 72, 610)),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`,
  ]);
  const { blocks } = await readBytes(parsePdf, bytes);
  expect(blocks[0]).toMatchObject({ kind, text: 'Duties of the master' });
});

describe('turned text', () => {
  const turned = (text: string, x: number, y: number, size = 10) =>
    `BT /F ${size} Tf 0 1 -1 0 ${x} ${y} Tm (${text}) Tj ET\n`;

  it('in cells of a ruled table names its columns', async () => {
    const [xs, ys] = [
      [72, 160, 200, 240],
      [700, 620, 600, 580, 560],
    ];
    const rules =
      xs.map((x) => `${x} ${ys[0]} m ${x} ${ys.at(-1)} l S\n`).join('') +
      ys.map((y) => `${xs[0]} ${y} m ${xs.at(-1)} ${y} l S\n`).join('');
    const rows = ['Northport', 'Eastport', 'Westport']
      .map(
        (name, at) =>
          line(name, 78, 606 - at * 20) +
          line(`${at + 3}`, 170, 606 - at * 20) +
          line(`${at}`, 210, 606 - at * 20),
      )
      .join('');
    const content =
      rules +
      line('Harbour', 78, 660) +
      turned('Fishing', 178, 630) +
      turned('boats', 190, 630) +
      turned('Ferries', 224, 630) +
      rows;
    const [table] = await blocksOf(content);
    expect(table).toMatchObject({
      kind: 'table',
      headerRows: 1,
      rows: [
        ['Harbour', 'Fishing boats', 'Ferries'],
        ['Northport', '3', '0'],
        ['Eastport', '4', '1'],
        ['Westport', '5', '2'],
      ],
    });
  });

  it('stands beside the text that it is next to', async () => {
    const content =
      lines(paragraph, 100, 700) +
      lines(paragraph, 100, 500) +
      turned('Share of boats', 84, 640, 14) +
      lines(paragraph, 100, 300);
    expect((await blocksOf(content)).map(textOf)).toEqual([
      'Share of boats',
      paragraph.join(' '),
      paragraph.join(' '),
      paragraph.join(' '),
    ]);
  });
});

it('keeps the last line of a paragraph that a figure below reaches over', async () => {
  const figure = { width: 2, height: 2, grey: Uint8Array.of(0, 255, 255, 0) };
  const content =
    lines(paragraph, 72, 700) + 'q 220 0 0 150 72 512 cm /I Do Q\n' + line('Fig. 1: Weights', 72, 490);
  const { blocks } = await readBytes(parsePdf, makePdf([{ content, image: figure }]));
  expect(kindsAndTexts(blocks)).toEqual([
    ['paragraph', paragraph.join(' ')],
    ['figure', ''],
    ['caption', 'Fig. 1: Weights'],
  ]);
});

it('takes the small print of a masthead out of the column below it', async () => {
  const column = Array.from({ length: 30 }, (_, at) => paragraph[at % 4]!);
  const content =
    line('Harbour Gazette', 60, 720, { size: 22, bold: true }) +
    line('Number 152', 330, 728, { size: 9 }) +
    line('Thursday, 6 August', 330, 714, { size: 9 }) +
    '60 700 m 560 700 l S\n' +
    lines(column, 60, 680) +
    lines(column, 330, 680);
  const blocks = await blocksOf(content);
  expect(kindsAndTexts(blocks.slice(0, 3))).toEqual([
    ['page_header', 'Number 152'],
    ['page_header', 'Thursday, 6 August'],
    ['heading', 'Harbour Gazette'],
  ]);
});

it('keeps a paragraph whole that begins with bold small print, and begins one there', async () => {
  const started = (name: string, y: number) =>
    line(name, 72, y, { size: 8, bold: true }) +
    line('The office will hear the masters who object to', 122, y) +
    lines(['the new scale of the harbour dues in the hall of the', 'town.'], 72, y - 12, 12);
  const texts = (await blocksOf(started('SUMMARY:', 700) + started('DATES:', 664))).map(textOf);
  const rest =
    'The office will hear the masters who object to the new scale of the harbour dues in the hall of the town.';
  expect(texts).toEqual([`SUMMARY: ${rest}`, `DATES: ${rest}`]);
});
