import { type GreyImage } from './grey-image';
import { type OcrWord } from './read-tsv';
import { openTesseractProgram } from './tesseract-program';
import { openTesseractWasm } from './tesseract-wasm';

/** Recognises text in pictures. */
export interface OcrEngine {
  /**
   * The words of a picture, in the order of reading.
   *
   * @throws Error where the picture takes more time or memory than one may
   */
  recognise(image: GreyImage): Promise<OcrWord[]>;
  close(): Promise<void>;
}

/** Which engines there are: `auto` takes the program where it is installed, else the one of the packages. */
export type OcrChoice = 'auto' | 'packaged';

/**
 * Opens tesseract, installed or packaged.
 *
 * @param language BCP-47 tag of what is written, null where it is not known; English where its data is missing
 */
export async function openOcr(language: string | null, choice: OcrChoice = 'auto'): Promise<OcrEngine> {
  const installed = choice === 'auto' ? await openTesseractProgram(language) : null;
  return installed ?? openTesseractWasm();
}
