import { readFile } from 'node:fs/promises';
import { tableText } from '../chunking/table-text';
import { ParseError } from '../parse-error';
import { type ParsedFigure } from '../parsed-document';
import { openImage } from './decode-image';
import { type OcrEngine, openOcr } from './ocr-engine';
import { layOutPicture } from './picture-layout';
import { recognisePage } from './recognise-page';

/** Limits of the pictures of one document, by count and by the pixels that are recognised. */
const picturesMax = 300;
const pixelsMax = 1_000_000_000;
/** Length in pixels below which a side leaves no room for a word: icons, rules, bullets. */
const sideMin = 16;
const pointsPerInch = 72;

/** Input of the recognition beside the pictures. */
export interface PictureReading {
  /** BCP-47 tag of the text, null where unknown. */
  language: string | null;
  /** Called after each picture. */
  onPicture: () => void;
  warn: (sentence: string) => void;
}

/**
 * Recognises the text in the pictures of a document whose pages are not images, such as those of a Word file.
 * A picture that occurs several times is recognised once, and its text belongs to the first occurrence, as a
 * logo says the same on each slide. Pictures that cannot be decoded, such as drawings, have no text.
 *
 * @returns texts by figure id, without pictures that hold none
 */
export async function recognisePictures(
  pictures: readonly ParsedFigure[],
  { language, onPicture, warn }: PictureReading,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const seen = new Set<string>();
  let engine: OcrEngine | null = null;
  let pixels = 0;

  async function textOf(path: string): Promise<string> {
    const decoded = (await openImage(await readFile(path))).page(0);
    if (decoded === null || Math.min(decoded.width, decoded.height) < sideMin) return '';
    pixels += decoded.grey.width * decoded.grey.height;
    engine ??= await openOcr(language);
    const scale = pointsPerInch / decoded.dotsPerInch;
    const page = { width: decoded.width * scale, height: decoded.height * scale };
    return layOutPicture(await recognisePage(engine, decoded.grey, page), page)
      .map((piece) => (piece.kind === 'table' ? tableText(piece.table) : piece.text))
      .filter((text) => text.trim() !== '')
      .join('\n');
  }

  try {
    for (const { figureId, path } of pictures) {
      const content = figureId.slice(figureId.lastIndexOf('_'));
      if (seen.has(content)) continue;
      if (seen.size >= picturesMax || pixels >= pixelsMax) {
        warn(`Only the first ${seen.size} pictures of the file were searched for text.`);
        break;
      }
      seen.add(content);
      const text = await textOf(path).catch((error: unknown) => {
        if (error instanceof ParseError && error.code === 'unsupported_file_type') return '';
        warn('The text in some pictures of the file could not be recognised.');
        return '';
      });
      if (text !== '') texts.set(figureId, text);
      onPicture();
    }
  } finally {
    await (engine as OcrEngine | null)?.close();
  }
  return texts;
}
