import { type Block } from '../../src/block';
import { blockText } from '../../src/block-text';
import { docBytes, docStreams, sprm, type TestDoc, type TestParagraph, u16, u32 } from './doc-writer';
import { blockReader } from './read-blocks';
import { writeCompoundFile } from '../../../spreadsheet-reader/test/xls/compound-file-writer';

const read = blockReader();
const p = (...runs: TestParagraph['runs']): TestParagraph => ({ runs });
const hidden = sprm(0x083c, 1);
const inTable = sprm(0x2416, 1);
const cell = (text: string): TestParagraph => ({ runs: [text], mark: '\x07', sprms: inTable });
const rowEnd = (more = Buffer.alloc(0)): TestParagraph => ({
  runs: [],
  mark: '\x07',
  sprms: Buffer.concat([inTable, sprm(0x2417, 1), more]),
});

async function blocksOf(doc: TestDoc): Promise<[kind: string, text: string][]> {
  const { blocks, warnings } = await read(docBytes(doc));
  expect(warnings).toEqual([]);
  return blocks.map((block) => [kindOf(block), blockText(block)]);
}

const kindOf = (block: Block) => ('level' in block ? `${block.kind} ${block.level}` : block.kind);
const textOf = async (doc: TestDoc) => (await blocksOf(doc)).map(([, text]) => text).join('\n\n');

describe('a text', () => {
  const body = [p('First paragraph of the text.'), p('Second – with “marks”,'), p('third one.')];
  const text = 'First paragraph of the text.\n\nSecond – with “marks”,\n\nthird one.';

  it('is of its type, and has its paragraphs', async () => {
    expect(await read(docBytes({ body }))).toMatchObject({ fileType: 'doc' });
    expect(await textOf({ body })).toBe(text);
  });

  it.each([1, 3, 7, 40])('is in its order where it is saved in pieces of %s characters', async (size) => {
    expect(await textOf({ body, pieceCharacters: size })).toBe(text);
  });

  it('is Windows-1252 where its pieces have a byte for a character', async () => {
    const narrow = [p('Price \x93500 \x80\x94 in M\xfcnchen')];
    expect(await textOf({ body: narrow, isCompressed: true })).toBe('Price “500 €” in München');
  });

  it('has results of fields and no codes, also of fields in codes', async () => {
    const body = [
      p('See \x13HYPERLINK "http://x"\x14the \x13REF a\x14page\x15\x15, '),
      p('\x13IF \x13DATE\x14today\x15 = 1\x14yes\x15 \x13XE hidden\x15end'),
      p('\x13TOC\x14Contents'),
      p('of all\x15 things'),
    ];
    expect(await textOf({ body })).toBe('See the page,\n\nyes end\n\nContents\n\nof all things');
  });

  it('shows what is behind a field that never ends', async () => {
    expect(await textOf({ body: [p('\x13PAGE broken'), p('Next text.')] })).toBe('Next text.');
  });

  it('leaves out what is hidden or deleted, by itself or by its style', async () => {
    const styles = [
      { builtIn: 0, name: 'Normal' },
      { builtIn: 4094, name: 'Secret', base: 0, characters: hidden },
    ];
    const body = [
      p('Shown', { text: ' hidden', sprms: hidden }, { text: ' deleted', sprms: sprm(0x0800, 1) }, '.'),
      { runs: ['of a hidden style', { text: 'but shown', sprms: sprm(0x083c, 0x81) }], style: 1 },
    ];
    expect(await textOf({ body, styles })).toBe('Shown.\n\nbut shown');
  });

  it('has breaks of lines, hyphens that do not break, and no soft ones', async () => {
    expect(await textOf({ body: [p('a\x0bb\x1ec\x1fd\xade')] })).toBe('a\nb-cde');
  });
});

describe('the structure of a text', () => {
  const styles = [
    { builtIn: 0, name: 'Normal' },
    { builtIn: 1, name: 'heading 1', base: 0 },
    { builtIn: 4094, name: 'Own', base: 1 },
    { builtIn: 62, name: 'Title', base: 0 },
    { builtIn: 4094, name: 'Numbered', base: 0, paragraph: sprm(0x460b, 1) },
  ];

  it('has headings by the built-in styles, those based on them, and outline levels', async () => {
    const body: TestParagraph[] = [
      { runs: ['Works'], style: 3 },
      { runs: ['Pumps'], style: 1 },
      { runs: ['Wear'], style: 2 },
      { runs: ['Care'], sprms: sprm(0x2640, 1) },
      { runs: ['No heading.'], style: 1, sprms: sprm(0x2640, 9) },
    ];
    expect(await blocksOf({ body, styles })).toEqual([
      ['heading 1', 'Works'],
      ['heading 1', 'Pumps'],
      ['heading 1', 'Wear'],
      ['heading 2', 'Care'],
      ['paragraph', 'No heading.'],
    ]);
  });

  it('has marks of lists as Word shows them, with starts of their own', async () => {
    const level = (text: string, format: number) =>
      Buffer.concat([
        u32(1),
        Buffer.from([format, 0]),
        Buffer.alloc(22),
        u16(text.length),
        Buffer.from(text, 'utf16le'),
      ]);
    const lists = Buffer.concat([
      u16(2),
      u32(7, 0),
      Buffer.alloc(18),
      u16(0),
      u32(8, 0),
      Buffer.alloc(18),
      u16(1),
      ...Array.from({ length: 9 }, (_, i) => level(i === 0 ? '\0.' : '\0.\x01)', i === 0 ? 0 : 4)),
      level('\uf0b7', 23),
    ]);
    const list = (id: number, overrides: number) =>
      Buffer.concat([u32(id, 0, 0), Buffer.from([overrides, 0, 0, 0])]);
    const data = Buffer.concat([u32(0xffffffff), u32(0xffffffff), u32(0xffffffff), u32(5, 0x10)]);
    const listOverrides = Buffer.concat([u32(3), list(7, 0), list(8, 0), list(7, 1), data]);
    const item = (text: string, number: number, itemLevel = 0): TestParagraph => ({
      runs: [text],
      sprms: Buffer.concat([sprm(0x260a, itemLevel), sprm(0x460b, number)]),
    });
    const body = [
      { runs: ['one'], style: 4 },
      item('inner', 1, 1),
      item('two', 1),
      item('bullet', 2),
      item('again', 3),
    ];
    const structures = { 73: lists, 74: listOverrides };
    expect(await blocksOf({ body, styles, structures })).toEqual([
      ['list_item 0', '1. one'],
      ['list_item 1', '1.a) inner'],
      ['list_item 0', '2. two'],
      ['list_item 0', '- bullet'],
      ['list_item 0', '5. again'],
    ]);
  });

  it('has tables with header rows, lines in cells, and tables within them', async () => {
    const inner = (number: number, mark = '\r') => ({
      mark,
      sprms: Buffer.concat([inTable, u16(0x6649), u32(2), sprm(number, 1)]),
    });
    const body: TestParagraph[] = [
      p('Before.'),
      cell('Pump'),
      cell('Hours'),
      rowEnd(sprm(0x3404, 1)),
      { runs: ['A'], sprms: inTable },
      cell('B'),
      { runs: ['x'], ...inner(0x244b) },
      { runs: ['y'], ...inner(0x244b) },
      { runs: [], ...inner(0x244c) },
      cell('3'),
      rowEnd(),
      p('After.'),
    ];
    expect(await blocksOf({ body })).toEqual([
      ['paragraph', 'Before.'],
      ['table', 'Pump | Hours\nA\\nB | x, y\\n3'],
      ['paragraph', 'After.'],
    ]);
  });

  it('has footnotes behind their paragraphs, and running heads apart', async () => {
    const body = [p('Text', { text: '\x02', sprms: sprm(0x0855, 1) }, ' one.'), p('Text two.')];
    const document = await blocksOf({
      body,
      footnotes: [p({ text: '\x02', sprms: sprm(0x0855, 1) }, ' The note.')],
      footnoteMarks: [4],
      headers: [p('Even'), p('Head'), p('Foot')],
    });
    expect(document).toEqual([
      ['paragraph', 'Text one.'],
      ['footnote', 'The note.'],
      ['paragraph', 'Text two.'],
      ['page_header', 'Even'],
      ['page_header', 'Head'],
      ['page_footer', 'Foot'],
    ]);
  });
});

describe('a file', () => {
  const body = [p('Some text of the file.'), cell('a'), cell('b'), rowEnd()];

  it.each([
    ['with a password', docBytes({ body, flags: 0x0300 }), /protected by a password/],
    ['of Word 95', docBytes({ body, version: 0x68 }), /Word 95.*save the file as DOCX/],
    [
      'without a table of its pieces',
      docBytes({ body, structures: { 33: Buffer.from([9]) } }),
      /the table of its text is missing/,
    ],
    [
      'whose table is missing',
      writeCompoundFile({ WordDocument: docStreams({ body }).main }),
      /table of structures is missing/,
    ],
    [
      'that ends within its head',
      writeCompoundFile({
        WordDocument: docStreams({ body }).main.subarray(0, 60),
        '1Table': Buffer.alloc(1),
      }),
      /ends within its head/,
    ],
    [
      'whose pieces show the same text again and again',
      docBytes({
        body,
        structures: {
          33: Buffer.concat([
            Buffer.from([2]),
            u32(9_000 * 12 + 4),
            u32(...Array.from({ length: 9_001 }, (_, i) => i * 20)),
            ...Array.from({ length: 9_000 }, () => Buffer.concat([u16(0), u32(1_024), u16(0)])),
          ]),
        },
      }),
      /more text than it has/,
    ],
  ])('%s is refused', async (_name, bytes, message) => {
    await expect(read(bytes)).rejects.toThrow(message);
  });
});
