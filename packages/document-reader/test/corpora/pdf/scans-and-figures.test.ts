import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePdf } from '../../../src/pdf/parse-pdf';
import { type GreyPicture, printed } from '../../ocr/sample-image';
import { line, makePdf } from '../../pdf/make-pdf';
import { readBytes, recallInOrder, textOf } from '../../pdf/read-bytes';

const text = [
  'The harbour office keeps a record of every vessel',
  'that comes and goes. Its first volume begins in the',
  'spring of 1871, when the wooden pier was finished',
  'and the lamp of the old tower was lit again. Forty',
  'ships arrived before the ice closed the basin, and',
  'none of them paid more than 12 crowns for its berth.',
];

/** A page as a scanner at 150 dpi leaves it: grey pixels, a little blurred, and no text. */
async function scan(): Promise<GreyPicture> {
  const content = text.map((part, index) => line(part, 40, 240 - index * 22, { size: 12 })).join('');
  const { width, height, grey: from } = await printed(content, [400, 280]);
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const before = x > 0 ? from[at - 1]! : from[at]!;
      grey[at] = (from[at]! * 3 + before) / 4 - ((x * 7 + y * 13) % 12);
    }
  }
  return { width, height, grey };
}

const whole = '400 0 0 280 0 0 cm /I Do';

describe('a page that is a picture', () => {
  it('is recognised with at least 95 of 100 characters, in order, with boxes and confidence', async () => {
    const page = { content: whole, size: [400, 280] as [number, number], image: await scan() };
    const { blocks, pages } = await readBytes(parsePdf, makePdf([page]));
    const found = blocks.map(textOf).join(' ');
    expect(recallInOrder(text.join(' '), found)).toBeGreaterThanOrEqual(0.95);
    expect(pages).toMatchObject([{ page: 0, ocr: true, width: 400, height: 280 }]);
    for (const block of blocks) {
      expect(block.origin).toBe('ocr');
      expect(block.confidence).toBeGreaterThan(0.5);
      expect(block.confidence).toBeLessThan(1);
      expect(block.box!.left).toBeCloseTo(0.1, 1);
    }
  });

  it.each([
    ['upside down', '/Rotate 180'],
    ['on its left side', '/Rotate 270'],
    ['on its right side', '/Rotate 90'],
  ])('is recognised when it was scanned %s', async (_, entries) => {
    const page = { content: whole, size: [400, 280] as [number, number], image: await scan(), entries };
    const { blocks } = await readBytes(parsePdf, makePdf([page]));
    expect(recallInOrder(text.join(' '), blocks.map(textOf).join(' '))).toBeGreaterThanOrEqual(0.9);
  });

  const scanOf = async (content: string, options: { ocrAllPages?: boolean } = {}) => {
    const page = { content, size: [400, 280] as [number, number], image: await scan() };
    const { blocks, pages } = await readBytes(parsePdf, makePdf([page]), options);
    return { found: blocks.map(textOf).join(' '), pages };
  };

  it.each([0.6, 0.5, 0.35])('is recognised where it covers its page to %d of each side', async (share) => {
    const { found, pages } = await scanOf(`${400 * share} 0 0 ${280 * share} 60 60 cm /I Do`);
    expect(recallInOrder(text.join(' '), found)).toBeGreaterThanOrEqual(0.9);
    expect(pages[0]!.ocr).toBe(true);
  });

  it.each([
    ['a short stamp', 'RECEIVED 12 NOV', false],
    ['a short stamp, recognised on demand', 'RECEIVED 12 NOV', true],
    ['the header of a fax', '12/11/2026 14:03 FAX +49 30 1234567 HARBOUR OFFICE P.001/003', false],
    ['the header of a fax, recognised on demand', '12/11/2026 14:03 FAX +49 30 1234567 P.001/003', true],
  ])('keeps its own text and %s on it, each once', async (_, stamp, ocrAllPages) => {
    const { found } = await scanOf(`q ${whole} Q ${line(stamp, 40, 264, { size: 9 })}`, { ocrAllPages });
    expect(recallInOrder(text.join(' '), found)).toBeGreaterThanOrEqual(0.9);
    expect(found.split(stamp)).toHaveLength(2);
    expect(found.split('crowns')).toHaveLength(2);
  });

  it('is left alone where it has a text layer of its own', async () => {
    const layer = text.map((part, index) => line(part, 40, 240 - index * 22, { size: 12 })).join('');
    const page = { content: `q ${whole} Q 3 Tr ${layer}`, size: [400, 280] as [number, number] };
    const { blocks, pages, figures } = await readBytes(parsePdf, makePdf([page]));
    expect(blocks.map(textOf).join(' ')).toBe(text.join(' '));
    expect(pages[0]!.ocr).toBe(false);
    expect(figures).toEqual([]);
  });
});

describe('a figure', () => {
  const grey = Uint8Array.from({ length: 64 * 64 }, (_, at) => ((at % 64) * 4) & 0xff);
  const page = {
    content: `${line('Text above', 72, 720)}q 200 0 0 150 72 500 cm /I Do Q ${line('Figure 1: A slope', 72, 480)}`,
    image: { width: 64, height: 64, grey },
  };

  it('is told with its place and a crop, before its caption', async () => {
    const { blocks, figures } = await readBytes(parsePdf, makePdf([page]));
    expect(blocks.map((block) => block.kind)).toEqual(['paragraph', 'figure', 'caption']);
    const [, figure] = blocks;
    expect(figure!.box!.left).toBeCloseTo(72 / 612, 2);
    expect(figure!.box!.width).toBeCloseTo(200 / 612, 2);
    expect(figures).toMatchObject([{ page: 0, contentType: 'image/png' }]);
    expect(figure).toMatchObject({ figureId: figures[0]!.figureId });
    expect(figures[0]!.figureId).toMatch(/^fig_0_[0-9a-f]+$/);
    const png = Buffer.from(figures[0]!.bytes);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([400, 300]);
  });

  it('has the same id whenever the same file is read', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => readBytes(parsePdf, makePdf([page]))));
    expect(first!.figures[0]!.figureId).toBe(second!.figures[0]!.figureId);
  });

  it('is looked into for words when all pages are to be recognised, and the text layer stays the text', async () => {
    const image = await scan();
    const content = `${line('A page of text', 72, 720)}q 400 0 0 280 72 300 cm /I Do Q`;
    const { blocks, pages } = await readBytes(parsePdf, makePdf([{ content, image }]), { ocrAllPages: true });
    const figure = blocks.find((block) => block.kind === 'figure')!;
    expect(recallInOrder(text.join(' '), figure.text)).toBeGreaterThanOrEqual(0.9);
    expect(blocks.map(textOf)).toContain('A page of text');
    expect(blocks.map(({ origin }) => origin)).not.toContain('ocr');
    expect(pages[0]!.ocr).toBe(true);
  });
});

it('recognises nothing on an empty page', async () => {
  const { blocks, pages } = await readBytes(parsePdf, makePdf([{ content: '' }]));
  expect(blocks).toEqual([]);
  expect(pages).toMatchObject([{ ocr: false }]);
});

it('reads the fixture alike when it was opened before', async () => {
  const bytes = readFileSync(join(__dirname, '../../pdf/fixtures/report.pdf'));
  const first = await readBytes(parsePdf, bytes);
  expect(await readBytes(parsePdf, bytes)).toEqual(first);
});
