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

/**
 * Opens tesseract: the program where it is installed, else the one of the packages.
 *
 * @param language BCP-47 tag of what is written, null where it is not known; English where its data is
 *   missing
 */
export async function openOcr(language: string | null): Promise<OcrEngine> {
  return (await openTesseractProgram(language)) ?? openTesseractWasm();
}
