/**
 * Length of one window in characters. Windows overlap by the next constant, so that each value is whole in
 * one of them.
 */
const windowCharsMax = 4_000;
const sharedChars = 300;
/** Characters at the end of a window in which a blank is searched as its end. */
const breakChars = 200;

/** Piece of one of several texts. */
export interface TextWindow {
  /** Index of the text. */
  text: number;
  /** UTF-16 offset of the piece in the text. */
  start: number;
  piece: string;
}

/** Cuts texts into overlapping windows, in order; texts without letters and digits have none. */
export function* textWindows(texts: readonly string[]): Generator<TextWindow> {
  for (const [text, whole] of texts.entries()) {
    if (!/[\p{L}\p{N}]/u.test(whole)) continue;
    for (let start = 0; ;) {
      const end = windowEnd(whole, start);
      yield { text, start, piece: whole.slice(start, end) };
      if (end === whole.length) break;
      start = end - sharedChars;
    }
  }
}

function windowEnd(whole: string, start: number): number {
  const end = start + windowCharsMax;
  if (end >= whole.length) return whole.length;
  const tail = whole.slice(end - breakChars, end);
  const blank = tail.search(/\s\S*$/u);
  return blank === -1 ? end : end - breakChars + blank;
}
