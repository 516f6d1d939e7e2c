import { type Rect } from '../rect';

/** Text without a space on one baseline: the unit of layout, from the text layer or from OCR. */
export interface Word extends Rect {
  /** Characters in reading order. */
  text: string;
  baseline: number;
  /** Font size in points. */
  size: number;
  bold: boolean;
  /** Confidence, 0 to 1. */
  confidence: number;
  /** True for text that is written from right to left. */
  rtl: boolean;
  /** False where the word continues the previous one of the file. */
  spaceBefore: boolean;
  /** Position in the file. */
  order: number;
  /**
   * Line number given by OCR; words of different lines are never joined. Null where only positions decide.
   */
  line: number | null;
  /** Id of the marked content that holds the word, -1 for none. */
  mark: number;
}
