/** A recognised word; coordinates are pixels of the image. */
export interface OcrWord {
  text: string;
  /** Confidence, 0 to 1. */
  confidence: number;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Line number on the page, from 0. */
  line: number;
  /** Paragraph number as the engine counts. */
  paragraph: number;
}

const paragraphLevel = '3';
const lineLevel = '4';
const wordLevel = '5';

/**
 * Reads the words of tesseract's TSV output. Columns: level, page, block, paragraph, line, word, left, top,
 * width, height, confidence, text.
 */
export function readTsv(tsv: string): OcrWord[] {
  const words: OcrWord[] = [];
  let line = -1;
  let paragraph = -1;
  for (const row of tsv.split('\n')) {
    const cells = row.split('\t');
    const text = cells[11]?.trim() ?? '';
    if (cells[0] === lineLevel) line++;
    if (cells[0] === paragraphLevel) paragraph++;
    if (cells[0] !== wordLevel || text === '') continue;
    const [left, top, width, height, confidence] = cells.slice(6, 11).map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ];
    words.push({
      text,
      confidence: Math.min(1, Math.max(0, confidence / 100)),
      left,
      top,
      width,
      height,
      line,
      paragraph,
    });
  }
  return words;
}
