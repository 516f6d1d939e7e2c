import { readFile } from 'node:fs/promises';
import { type BlockSink, type DocumentHead, figureIdOf, type FormatInput } from '../block-sink';
import { DocumentError } from '../document-error';
import { writePng } from '../pdf/png';
import { type TurnedWord } from '../pdf/read-words';
import { writePieces } from '../pdf/piece-blocks';
import { type DecodedPage, type ImageDecoder, openImage } from './decode-image';
import { type OcrEngine, openOcr } from './ocr-engine';
import { layOutPicture } from './picture-layout';
import { recognisePage } from './recognise-page';

const pagesMax = 500;
const pointsPerInch = 72;

/**
 * Reads an image (PNG, JPEG, TIFF with all of its pages, WebP, GIF, BMP): each page is a figure with the
 * image as its crop, followed by the text recognised in it.
 *
 * @throws DocumentError `unsupported`, `too_large`, `corrupt`
 */
export async function parseImage(input: FormatInput, sink: BlockSink): Promise<DocumentHead> {
  const image = await openImage(await readFile(input.path));
  let engine: OcrEngine | null = null;
  let index = 0;
  try {
    for (let page = image.page(0); page !== null; page = nextPage(image, index, sink)) {
      if (index >= pagesMax) {
        sink.warn(`Only the first ${pagesMax} pages of the picture were read.`);
        break;
      }
      engine ??= await openOcr(input.ocrLanguage, sink.warn);
      await writePage(engine, page, index, sink);
      index++;
    }
  } finally {
    await engine?.close();
  }
  return { title: null, language: null, pageCount: index };
}

/** Decodes a page after the first; a damaged one ends the document. */
function nextPage(image: ImageDecoder, index: number, sink: BlockSink): DecodedPage | null {
  try {
    return image.page(index);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    sink.warn(`The picture is damaged from page ${index + 1} on; the pages before it were read.`);
    return null;
  }
}

async function writePage(
  engine: OcrEngine,
  decoded: DecodedPage,
  page: number,
  sink: BlockSink,
): Promise<void> {
  const scale = pointsPerInch / decoded.dotsPerInch;
  const width = decoded.width * scale;
  const height = decoded.height * scale;
  const bytes = writePng(decoded.crop);
  const figureId = figureIdOf(page, bytes);
  sink.figure({ figureId, page, contentType: 'image/png', bytes });
  const place = { page, seconds: null, box: { left: 0, top: 0, width: 1, height: 1 }, confidence: 1 };
  sink.block({ ...place, kind: 'figure', origin: 'text', figureId, text: '' });
  let words: TurnedWord[] = [];
  try {
    words = await recognisePage(engine, decoded.grey, { width, height });
  } catch {
    sink.warn(`The text on page ${page + 1} of the picture could not be recognised.`);
  }
  const pieces = layOutPicture(words, { width, height });
  writePieces(sink, pieces, { page, width, height, origin: 'ocr' }, []);
  sink.page({ page, width, height, ocr: words.length > 0 });
}
