import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ImageMagick, MagickFormat } from '@imagemagick/magick-wasm';
import { openImage } from '../../../src/ocr/decode-image';
import { pgmOf } from '../../../src/ocr/grey-image';
import { parseImage } from '../../../src/ocr/parse-image';
import { parsePdf } from '../../../src/pdf/parse-pdf';
import { writePng } from '../../../src/pdf/png';
import { readBytes, recallInOrder, textOf } from '../../pdf/read-bytes';
import { sampleImage, sampleLines } from '../../ocr/sample-image';

/** The sample as a file of a type, on so many pages. */
async function sampleFile(format: MagickFormat, pages = 1): Promise<Uint8Array> {
  const { width, height, grey } = await sampleImage();
  const pixels = Uint8Array.from({ length: grey.length * 3 }, (_, at) => grey[Math.floor(at / 3)]!);
  const png = writePng({ width, height, pixels });
  // Loads the library that the types are written with.
  await openImage(png);
  const pgm = pgmOf({ width, height, pixels: grey, dotsPerInch: 0 });
  const all = Buffer.concat(Array.from({ length: pages }, () => pgm));
  return ImageMagick.readCollection(all, MagickFormat.Pgm, (images) =>
    images.write(format, (bytes) => Uint8Array.from(bytes)),
  );
}

describe('a picture', () => {
  it.each([
    [MagickFormat.Png, 1],
    [MagickFormat.Jpeg, 1],
    [MagickFormat.Gif, 1],
    [MagickFormat.WebP, 1],
    [MagickFormat.Bmp, 1],
    [MagickFormat.Tiff, 3],
  ])('of type %s gives the text on each page, and itself as a figure', async (format, pages) => {
    const told = await readBytes(parseImage, await sampleFile(format, pages));
    expect(told.head).toEqual({ title: null, language: null, pageCount: pages });
    expect(told.pages).toHaveLength(pages);
    for (let page = 0; page < pages; page++) {
      const [figure, ...text] = told.blocks.filter((block) => block.page === page);
      expect(figure).toMatchObject({ kind: 'figure', box: { left: 0, top: 0, width: 1, height: 1 } });
      expect(recallInOrder(sampleLines.join(' '), text.map(textOf).join(' '))).toBeGreaterThanOrEqual(0.95);
    }
    expect(told.figures.every((crop) => crop.contentType === 'image/png')).toBe(true);
  });

  it.each([
    ['of a type that is not read', Buffer.from('8BPS\0\x01 a Photoshop file'), 'unsupported'],
    [
      'that could be a program for the decoder',
      Buffer.from('push graphic-context\nviewbox 0 0 9 9'),
      'unsupported',
    ],
    ['that ends behind its first bytes', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'corrupt'],
    ['that declares 50,000 by 50,000 pixels', pngHeader(50_000, 50_000), 'too_large'],
    ['that declares more pixels than are decoded', pngHeader(9_000, 9_000), 'too_large'],
  ])('%s is refused', async (_, bytes, code) => {
    await expect(readBytes(parseImage, bytes)).rejects.toMatchObject({ code });
  });

  it('whose second page is too large gives the first page, and a warning', async () => {
    const file = Buffer.from(await sampleFile(MagickFormat.Tiff, 2));
    for (const tag of [256, 257]) {
      // Little-endian entry of a directory: tag, type SHORT, one value (TIFF 6.0, section 2).
      const entry = Buffer.from([tag & 255, tag >> 8, 3, 0, 1, 0, 0, 0]);
      file.writeUInt16LE(65_000, file.lastIndexOf(entry) + entry.length);
    }
    const { pages, warnings } = await readBytes(parseImage, file);
    expect(pages).toHaveLength(1);
    expect(warnings).toHaveLength(1);
  });
});

/** A PNG that is nothing but its header. */
function pngHeader(width: number, height: number): Buffer {
  const png = writePng({ width: 1, height: 1, pixels: new Uint8Array(3) });
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** Files of other people; they lie beside the clone or nowhere. */
const folder = join(__dirname, '../../../../../../shared/data/files');
const names = existsSync(folder)
  ? readdirSync(folder).filter((name) => /\.(pdf|png|jpg|tif)$/.test(name))
  : [];
const suite = names.length > 0 ? describe : describe.skip;

suite('real pictures and PDF files (in ../shared/data/files, where it exists)', () => {
  it.each(names)('%s gives pages, and boxes that lie on them', async (name) => {
    const parse = name.endsWith('.pdf') ? parsePdf : parseImage;
    const { head, pages, blocks, figures } = await readBytes(parse, readFileSync(join(folder, name)));
    expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: head.pageCount! }, (_, at) => at));
    expect(blocks.length + figures.length).toBeGreaterThan(0);
    for (const { box } of blocks) {
      const { left, top, width, height } = box!;
      expect(Math.min(left, top, width, height)).toBeGreaterThanOrEqual(0);
      expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1.0001);
    }
  });
});
