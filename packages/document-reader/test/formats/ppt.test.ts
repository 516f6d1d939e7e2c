import { blockText } from '../../src/block-text';
import { writeCompoundFile } from '../../../spreadsheet-reader/test/xls/compound-file-writer';
import {
  group,
  levels,
  outlined,
  pptBytes,
  pptStreams,
  record,
  shape,
  text,
  type TestSlide,
} from './ppt-writer';
import { blockReader } from './read-blocks';

const read = blockReader();
const titleType = 0;
const bodyType = 1;
const notesType = 2;
const otherType = 4;

async function blocksOf(...input: Parameters<typeof pptBytes>): Promise<[kind: string, text: string][]> {
  const { blocks, warnings } = await read(pptBytes(...input));
  expect(warnings).toEqual([]);
  return blocks.map((block) => [`${block.kind} ${block.page}`, blockText(block)]);
}

describe('a presentation', () => {
  it('is of its type, with a page for each slide in the order of its list', async () => {
    const slides = ['first', 'second', 'third'].map((name): TestSlide => ({
      shapes: [shape(text(otherType, name))],
    }));
    expect(await read(pptBytes(slides))).toMatchObject({ fileType: 'ppt' });
    expect(await blocksOf(slides, { order: [2, 0, 1] })).toEqual([
      ['break 0', ''],
      ['paragraph 0', 'third'],
      ['break 1', ''],
      ['paragraph 1', 'first'],
      ['break 2', ''],
      ['paragraph 2', 'second'],
    ]);
  });

  it('has titles first, items with their levels, and notes behind the slide', async () => {
    const body = 'One\rInner line\vmore\rTwo';
    const slide: TestSlide = {
      shapes: [
        shape([...text(bodyType, body), levels([4, 0], [16, 1], [3, 0])], { at: [100, 900, 5_000, 4_000] }),
        shape(text(titleType, 'The title'), { at: [100, 100, 5_000, 800] }),
        shape(text(otherType, 'No item'), { at: [100, 4_100, 5_000, 4_200] }),
        shape(text(otherType, '7'), { placeholder: 8 }),
        shape(text(otherType, 'Foot'), { placeholder: 9 }),
      ],
      notes: [
        shape(text(notesType, 'Say this.'), { placeholder: 12 }),
        shape(text(otherType, '*'), { placeholder: 8 }),
      ],
    };
    expect(await blocksOf([slide])).toEqual([
      ['break 0', ''],
      ['heading 0', 'The title'],
      ['list_item 0', '- One'],
      ['list_item 0', '- Inner line\nmore'],
      ['list_item 0', '- Two'],
      ['paragraph 0', 'No item'],
      ['page_footer 0', 'Foot'],
      ['paragraph 0', 'Say this.'],
    ]);
  });

  it('has the texts of its outline, narrow ones too, and bullets where a paragraph says so', async () => {
    const slide: TestSlide = {
      outline: [
        ...text(titleType, 'Gr\xf6\xdfe', true),
        ...text(bodyType, 'Plain\rItem'),
        levels([6, 0, false], [5, 0, true]),
      ],
      shapes: [shape(outlined(1), { at: [0, 500, 10, 600] }), shape(outlined(0), { at: [0, 0, 10, 100] })],
    };
    expect(await blocksOf([slide])).toEqual([
      ['break 0', ''],
      ['heading 0', 'Größe'],
      ['paragraph 0', 'Plain'],
      ['list_item 0', '- Item'],
    ]);
  });

  it('has tables by the places of their cells, and groups in the order in which they are read', async () => {
    const cell = (content: string, left: number, top: number) =>
      shape(text(otherType, content), { at: [left, top, left + 100, top + 50], isChild: true });
    const table = group([cell('d', 100, 50), cell('a', 0, 0), cell('b\rB', 100, 0)], {
      at: [0, 2_000, 2_000, 3_000],
      isTable: true,
    });
    const inner = group([cell('low', 0, 500), cell('high', 0, 0)], {
      at: [0, 100, 2_000, 1_000],
      inner: [0, 0, 100, 550],
    });
    expect(await blocksOf([{ shapes: [table, inner] }])).toEqual([
      ['break 0', ''],
      ['paragraph 0', 'high'],
      ['paragraph 0', 'low'],
      ['table 0', 'a | b\\nB\n | d'],
    ]);
  });

  it('leaves out what stands for fields', async () => {
    const field = record(4_056, Buffer.from([4, 0, 0, 0]));
    const shapes = [shape([...text(otherType, 'Nr. * of\rnine'), field])];
    expect(await blocksOf([{ shapes }])).toEqual([
      ['break 0', ''],
      ['paragraph 0', 'Nr.   of'],
      ['paragraph 0', 'nine'],
    ]);
  });

  it('shows a slide once that its list has again and again', async () => {
    const { warnings } = await read(pptBytes([{ shapes: [] }], { order: [0, 0] }));
    expect(warnings).toEqual(['A slide is missing in the file.']);
  });

  it('warns of shapes in more groups than are read', async () => {
    let nested = shape(text(otherType, 'deep'), { at: [0, 0, 10, 10], isChild: true });
    for (let depth = 0; depth < 500; depth++) nested = group([nested], { at: [0, 0, 10, 10] });
    const { warnings } = await read(pptBytes([{ shapes: [nested, shape(text(otherType, 'shown'))] }]));
    expect(warnings).toEqual(['Shapes in more than 20 groups were left out.']);
  });
});

describe('a file', () => {
  const { presentation, user } = pptStreams([
    { shapes: [shape(text(otherType, 'text'))], outline: text(bodyType, 'x') },
  ]);
  const changedUser = (at: number, value: number) => {
    const changed = Buffer.from(user);
    changed.writeUInt32LE(value, at);
    return changed;
  };

  it.each([
    [
      'with a password',
      { 'PowerPoint Document': presentation, 'Current User': changedUser(12, 0xf3d1c4df) },
      'encrypted',
    ],
    ['without a head', { 'PowerPoint Document': presentation }, 'unsupported'],
    [
      'whose last save lies beyond its end',
      { 'PowerPoint Document': presentation, 'Current User': changedUser(16, 1e9) },
      'corrupt',
    ],
    [
      'that ends early',
      { 'PowerPoint Document': presentation.subarray(0, 200), 'Current User': user },
      'corrupt',
    ],
  ])('%s is refused', async (_name, streams, code) => {
    await expect(read(writeCompoundFile(streams as Record<string, Buffer>))).rejects.toMatchObject({ code });
  });

  it('whose bytes are changed anywhere is read or refused with an error of its own', async () => {
    for (let at = 0; at < presentation.length; at++) {
      const changed = Buffer.from(presentation);
      changed[at] = 0xff;
      const streams = { 'PowerPoint Document': changed, 'Current User': user };
      await read(writeCompoundFile(streams)).catch((error: unknown) => {
        expect(error).toMatchObject({ name: 'DocumentError' });
      });
    }
  });
});
