import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePdf } from '../../src/pdf/parse-pdf';
import { line, lines, makePdf, moreAt, prose as eightLines, stream, writeObjects } from './make-pdf';
import { readBytes, recallInOrder, textOf, wordsOf } from './read-bytes';

const fixtures = join(__dirname, 'fixtures');

const left = [
  'In winter the ice closes the northern basin and',
  'the pilots use their time to repair the boats and',
  'to paint the buoys. Fewer than forty ships arrive',
  'between December and March. The office then re-',
  'mains open on four days of the week only.',
];
const right = [
  'In summer the ferries leave on the hour. Most of',
  'the passengers stay for a single day, walk along',
  'the quay and buy smoked fish from the sheds that',
  'stand beside the lighthouse. The last boat leaves',
  'at nine in the evening, when the gates close.',
];

describe('a page that Chromium printed', () => {
  it('keeps every word of its source, in order', async () => {
    const html = readFileSync(join(fixtures, 'report.html'), 'utf8').replace(/[^]*<\/style>/, '');
    const source = wordsOf(html.replace(/<[^>]+>/g, ' '));
    const { blocks, head } = await readBytes(parsePdf, readFileSync(join(fixtures, 'report.pdf')));
    const found = wordsOf(blocks.map((block) => textOf(block).replace(/^\d\. /, '')).join('\n'));
    expect(recallInOrder(source, found)).toBe(1);
    expect(head).toMatchObject({ title: 'Harbour report', pageCount: 1 });
  });

  it('keeps text that stands in no paragraph where it is, not behind everything that has one', async () => {
    const { blocks } = await readBytes(parsePdf, readFileSync(join(fixtures, 'divs.pdf')));
    const source = wordsOf(
      readFileSync(join(fixtures, 'divs.html'), 'utf8')
        .replace(/[^]*<\/style>/, '')
        .replace(/<[^>]+>/g, ' '),
    );
    expect(wordsOf(blocks.map(textOf).join('\n'))).toEqual(source);
  });

  it('gives headings, lists and tables as the file tags them', async () => {
    const { blocks } = await readBytes(parsePdf, readFileSync(join(fixtures, 'report.pdf')));
    const headings = blocks.flatMap((block) => (block.kind === 'heading' ? [[block.level, block.text]] : []));
    expect(headings).toEqual([
      [1, 'Harbour report'],
      [2, 'Traffic by season'],
      [2, 'Cargo'],
    ]);
    const items = blocks.flatMap((block) => (block.kind === 'list_item' ? [block] : []));
    expect(items.map(({ level, mark, text }) => `${level} ${mark} ${text}`)).toEqual([
      '0 • Timber from the upper valley',
      '0 • Granite for the new breakwater',
      '1 • Rough blocks',
      '1 • Polished slabs',
      '0 1. Weigh the crates.',
      '0 2. Sign the manifest.',
    ]);
    expect(blocks.find((block) => block.kind === 'table')).toMatchObject({
      headerRows: 1,
      rows: [
        ['Quarter', 'Ships', 'Tonnes'],
        ['Spring', '112', '48,210'],
        ['Summer', '240', '91,775'],
        ['Autumn', '131', '55,004'],
      ],
    });
  });

  it('brings text that runs from right to left into the order of reading', async () => {
    const { blocks } = await readBytes(parsePdf, readFileSync(join(fixtures, 'report.pdf')));
    expect(blocks.map(textOf)).toContain('הים שקט היום');
  });
});

describe('a page without tags', () => {
  it('is read column by column under its title, with words whole again that were cut at the margin', async () => {
    const content =
      line('Traffic in the harbour', 72, 720, { size: 20 }) + lines(left, 72, 680) + lines(right, 330, 680);
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    expect(blocks.map((block) => [block.kind, textOf(block)])).toEqual([
      ['heading', 'Traffic in the harbour'],
      ['paragraph', left.join(' ').replace('re- mains', 'remains')],
      ['paragraph', right.join(' ')],
    ]);
  });

  it('gives a table with rules, a merged cell once', async () => {
    const rules = [600, 620, 640, 660].map((y) => `100 ${y} m 400 ${y} l S\n`).join('');
    const verticals =
      '100 600 m 100 660 l S 200 600 m 200 640 l S 300 600 m 300 640 l S 400 600 m 400 660 l S\n';
    const cells = [
      line('All harbours of the coast', 110, 646),
      ...['Name', 'Ships', 'Crates'].map((text, index) => line(text, 110 + index * 100, 626)),
      ...['Northport', '12', '340'].map((text, index) => line(text, 110 + index * 100, 606)),
    ].join('');
    const { blocks } = await readBytes(parsePdf, makePdf([{ content: rules + verticals + cells }]));
    expect(blocks).toHaveLength(1);
    expect(blocks[0]).toMatchObject({
      kind: 'table',
      rows: [
        ['All harbours of the coast', '', ''],
        ['Name', 'Ships', 'Crates'],
        ['Northport', '12', '340'],
      ],
    });
    const { box } = blocks[0]!;
    expect(box!.left).toBeCloseTo(100 / 612, 2);
    expect(box!.top).toBeCloseTo((792 - 660) / 792, 2);
    expect(box!.width).toBeCloseTo(300 / 612, 2);
    expect(box!.height).toBeCloseTo(60 / 792, 2);
  });

  it('gives a table that only its columns show', async () => {
    const rows = [
      ['Item', 'Amount', 'Price'],
      ['Rope', '12', '40.00'],
      ['Anchor', '1', '310.00'],
      ['Lamp oil', '6', '18.50'],
    ];
    const content = rows
      .flatMap((row, y) => row.map((text, x) => line(text, 72 + x * 150, 700 - y * 18)))
      .join('');
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    expect(blocks).toMatchObject([{ kind: 'table', headerRows: 1, rows }]);
  });

  it('tells list items, captions and footnotes from running text', async () => {
    const content =
      lines(['The crew has three duties that it', 'never leaves to anybody else:'], 72, 720) +
      lines(['\x95 Keep the lamp burning', '\x95 Note every ship'], 90, 680) +
      line('Figure 3: The lamp of the old tower', 72, 630) +
      line('1 See the rules of 1871, which are still in force.', 72, 80, { size: 8 });
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    expect(blocks.map((block) => block.kind)).toEqual([
      'paragraph',
      'list_item',
      'list_item',
      'caption',
      'footnote',
    ]);
  });

  it('takes levels of headings from the outline', async () => {
    const body = 'The pier was finished in spring.';
    const content = line('Second part', 72, 700) + line(body, 72, 660);
    const at = moreAt(1);
    const outline = [
      `<</First ${at + 1} 0 R/Last ${at + 1} 0 R/Count 1>>`,
      `<</Title(First)/Parent ${at} 0 R/First ${at + 2} 0 R/Last ${at + 2} 0 R/Dest[5 0 R/Fit]>>`,
      `<</Title(Second part)/Parent ${at + 1} 0 R/Dest[5 0 R/Fit]>>`,
    ];
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }], `/Outlines ${at} 0 R`, outline));
    expect(blocks).toMatchObject([
      { kind: 'heading', level: 2, text: 'Second part' },
      { kind: 'paragraph', text: body },
    ]);
  });

  it('holds what is filled into its form fields', async () => {
    const at = moreAt(1);
    const field = `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada Lovelace)/Rect[200 690 400 710]>>`;
    const page = { content: line('Name of the captain:', 72, 696), entries: `/Annots[${at} 0 R]` };
    const { blocks } = await readBytes(parsePdf, makePdf([page], '', [field]));
    expect(blocks.map(textOf).join(' ')).toContain('Ada Lovelace');
  });

  it('holds the notes that readers have put on it, and not the titles of its links', async () => {
    const at = moreAt(1);
    const note = (subtype: string, contents: string) =>
      `<</Type/Annot/Subtype/${subtype}/Contents(${contents})/Rect[100 600 300 700]>>`;
    const notes = [note('Text', 'Who says so?'), note('Highlight', 'Check this.'), note('Link', 'no')];
    const entries = `/Annots[${notes.map((_, index) => `${at + index} 0 R`).join(' ')}]`;
    const { blocks } = await readBytes(
      parsePdf,
      makePdf([{ content: line('Pier', 72, 720), entries }], '', notes),
    );
    expect(blocks.map((block) => [block.kind, textOf(block)])).toEqual([
      ['paragraph', 'Pier'],
      ['footnote', 'Who says so?'],
      ['footnote', 'Check this.'],
    ]);
    expect(blocks[1]!.box!.left).toBeCloseTo(100 / 612, 3);
  });
});

describe('boxes', () => {
  it.each([
    ['as it is', '', [0.1, 0.05]],
    ['turned by a quarter', '/Rotate 90', [0.95, 0.1]],
    ['turned upside down', '/Rotate 180', [0.9, 0.95]],
    ['turned by three quarters', '/Rotate 270', [0.05, 0.9]],
    ['cropped', '/CropBox[0 400 1000 1000]', [0.1, 0.05 / 0.6]],
  ])('lie on the page as it is shown: %s', async (_, entries, [x, y]) => {
    const page = { content: line('Pier', 100, 950), size: [1000, 1000] as [number, number], entries };
    const { blocks } = await readBytes(parsePdf, makePdf([page]));
    const { left: boxLeft, top, width, height } = blocks[0]!.box!;
    expect(textOf(blocks[0]!)).toBe('Pier');
    // The place where the baseline begins is in the box, at one of its edges.
    expect(Math.min(Math.abs(boxLeft - x!), Math.abs(boxLeft + width - x!))).toBeLessThan(0.02);
    expect(Math.min(Math.abs(top - y!), Math.abs(top + height - y!))).toBeLessThan(0.02);
  });
});

describe('a heading in the size of the text', () => {
  const prose = (y: number) =>
    lines(
      Array.from({ length: 6 }, () => 'Ships wait in the roads until a pilot comes on board and takes over.'),
      72,
      y,
    );

  it.each([
    ['capitals', 'STATEMENTS OF INCOME'],
    ['the name of a numbered part', 'Item 7. Discussion of results'],
    ['a numbered note', 'Note 12 - Pensions of the crew'],
    ['a part in German', 'Abschnitt 3 Gebühren'],
  ])('is known by %s', async (_, text) => {
    const content = prose(740) + line(text, 72, 630) + prose(600);
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'heading', 'paragraph']);
    expect(blocks[1]).toMatchObject({ text });
  });

  it.each([
    ['a sentence about a part', 'Note 12 tells what was paid.'],
    ['a number in capitals', 'IMO 9074729'],
    ['the end of a period', 'Nine Months Ended October 30, 2022'],
    ['a short text', 'Pilots of the harbour'],
  ])('is not %s', async (_, text) => {
    const content = prose(740) + line(text, 72, 630) + prose(600);
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    expect(blocks.map(({ kind }) => kind)).not.toContain('heading');
  });

  it('is none by its capitals where the whole page is set in them', async () => {
    const content = lines(['ALL CARGO IS AT THE RISK OF ITS OWNER', 'NOTICE IS GIVEN'], 72, 740, 40);
    const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
    expect(blocks.map(({ kind }) => kind)).not.toContain('heading');
  });
});

test('a letter that is set a little apart belongs to its word', async () => {
  const content =
    'BT /F 10 Tf 72 700 Td [(Statement) -278 (of) -278 (the) -278 (Incom) -150 (e) -278 (of) -278 (pilots)] TJ ET';
  const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
  expect(blocks).toMatchObject([{ text: 'Statement of the Income of pilots' }]);
});

test('white that is less than a space cuts no word, however narrow the spaces of its font are', async () => {
  const narrow = [150, ...Array.from({ length: 94 }, () => 500)].join(' ');
  const font = `<</Type/Font/Subtype/TrueType/BaseFont/Arial/FirstChar 32/LastChar 126/Widths[${narrow}]/Encoding/WinAnsiEncoding>>`;
  const file = writeObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>',
    font,
    stream('BT /F 11 Tf 72 700 Td [(Har) -110 (bour) -150 (pilots)] TJ ET'),
  ]);
  const { blocks } = await readBytes(parsePdf, file);
  expect(blocks).toMatchObject([{ text: 'Harbour pilots' }]);
});

it('reads the text over a coloured box that fills most of a page as text, among other shapes', async () => {
  const box = '0.95 0.94 0.9 rg 28 50 556 700 re f\n0.6 0.5 0.2 rg\n';
  const marks = [690, 520, 300, 120]
    .map((y) => `530 ${y} m 540 ${y + 30} 560 ${y + 30} 570 ${y} c f\n`)
    .join('');
  const content = box + marks + '0 g\n' + eightLines;
  const { blocks } = await readBytes(parsePdf, makePdf([{ content }]));
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph']);
});
