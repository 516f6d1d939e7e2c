import { readFile } from 'node:fs/promises';
import { figureContentOf, type PictureWord } from '../block-sink';
import { tableText } from '../block-text';
import { DocumentError } from '../document-error';
import { type ColourImage } from '../pdf/render-page';
import { boxOf } from '../pdf/rect';
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

/** A picture of a document that was stored as a file. */
export interface PictureFile {
  /** Id of its figure block; see `figureIdOf`. */
  figureId: string;
  path: string;
}

/** Input of the recognition beside the pictures. */
export interface PictureReading {
  /** BCP-47 tag of the text, null where unknown. */
  language: string | null;
  /** Called after each picture. */
  onPicture: () => void;
  warn: (sentence: string) => void;
}

/** A picture that was searched for text. */
export interface RecognisedPicture {
  /** Text in reading order, '' for none. */
  text: string;
  /** Words in reading order. */
  words: PictureWord[];
  /** Pixels to show, upright. */
  image: ColourImage;
  /** Whether the engine reads the language of the text. */
  isCovered: boolean;
}

/**
 * Recognises the text in the pictures of a document whose pages are not images, such as those of a Word file.
 * A picture that occurs several times is recognised once, for its first occurrence, as a logo says the same
 * on each slide. Pictures that cannot be decoded, such as drawings, are left out.
 *
 * @param take takes a picture before the next one is read, so that the memory is that of one
 */
export async function recognisePictures<Picture extends PictureFile>(
  pictures: readonly Picture[],
  { language, onPicture, warn }: PictureReading,
  take: (figure: Picture, picture: RecognisedPicture) => void | Promise<void>,
): Promise<void> {
  const seen = new Set<string>();
  let engine: OcrEngine | null = null;
  let pixels = 0;

  async function recognise(path: string): Promise<RecognisedPicture | null> {
    const decoded = (await openImage(await readFile(path))).page(0);
    if (decoded === null) return null;
    engine ??= await openOcr(language, warn);
    const nothing = { text: '', words: [], image: decoded.crop, isCovered: engine.isCovered };
    if (Math.min(decoded.width, decoded.height) < sideMin) return nothing;
    pixels += decoded.grey.width * decoded.grey.height;
    const scale = pointsPerInch / decoded.dotsPerInch;
    const page = { width: decoded.width * scale, height: decoded.height * scale };
    const words = await recognisePage(engine, decoded.grey, page);
    const text = layOutPicture(words, page)
      .map((piece) => (piece.kind === 'table' ? tableText(piece.table) : piece.text))
      .filter((piece) => piece.trim() !== '')
      .join('\n');
    return {
      ...nothing,
      text,
      words: words.map((word) => ({ text: word.text, box: boxOf(word, page), line: word.line })),
    };
  }

  try {
    for (const figure of pictures) {
      const content = figureContentOf(figure);
      if (seen.has(content)) continue;
      if (seen.size >= picturesMax || pixels >= pixelsMax) {
        warn(`Only the first ${seen.size} pictures of the file were searched for text.`);
        break;
      }
      seen.add(content);
      const picture = await recognise(figure.path).catch((error: unknown) => {
        if (error instanceof DocumentError && error.code === 'unsupported') return null;
        warn('The text in some pictures of the file could not be recognised.');
        return null;
      });
      if (picture !== null) await take(figure, picture);
      onPicture();
    }
  } finally {
    await (engine as OcrEngine | null)?.close();
  }
}
