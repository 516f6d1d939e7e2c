import { type Rect } from '../rect';

/** Text without a space in it, on one baseline; what layout works on, whether the file or OCR told it. */
export interface Word extends Rect {
  /** In the order of reading. */
  text: string;
  baseline: number;
  /** Of its font, in points. */
  size: number;
  bold: boolean;
  /** 0 to 1. */
  confidence: number;
  /** Written from right to left. */
  rtl: boolean;
  /** False where it continues the word before it in the file. */
  spaceBefore: boolean;
  /** Its place in the file. */
  order: number;
  /**
   * Number of the line that OCR found it on; words of different lines are never joined. Null where only
   * places tell.
   */
  line: number | null;
  /** Id of the marked content that it belongs to, -1 for none. */
  mark: number;
}
