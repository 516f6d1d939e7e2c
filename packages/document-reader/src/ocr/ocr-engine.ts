import { type GreyImage } from './grey-image';
import { type OcrWord } from './read-tsv';
import { openTesseractProgram } from './tesseract-program';
import { openTesseractWasm } from './tesseract-wasm';

/** Text recognition in images. */
export interface OcrEngine {
  /** Whether the engine reads the language that it was opened for; true where none was given. */
  readonly isCovered: boolean;
  /** Warning for the user that it reads English for want of other data; null where it does not. */
  readonly warning: string | null;
  /**
   * Returns the words of an image in reading order.
   *
   * @throws Error where the image exceeds the limits of time or memory
   */
  recognise(image: GreyImage): Promise<OcrWord[]>;
  close(): Promise<void>;
}

/**
 * Opens tesseract: the installed program, else the packaged engine.
 *
 * @param language BCP-47 tag of the text, null where unknown; English where its data is missing
 * @param warn takes the engine's warning where it has one
 */
export async function openOcr(language: string | null, warn: (sentence: string) => void): Promise<OcrEngine> {
  const engine = (await openTesseractProgram(language)) ?? (await openTesseractWasm(language));
  if (engine.warning !== null) warn(engine.warning);
  return engine;
}
