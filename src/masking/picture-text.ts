import { type Box } from '../domain/documents/document';
import { type PictureWord } from '../parsing';
import { type Mask } from './mask';

/** Words of a picture, joined to a text. */
export interface WordsText {
  text: string;
  /** Offset of each word in `text`. */
  starts: number[];
}

/** Margin of a cover on each side, as a share of the word's height. */
const margin = 0.15;

/** Text of the words of a picture, line by line. */
export function wordsText(words: readonly PictureWord[]): WordsText {
  let text = '';
  const starts: number[] = [];
  for (const [n, { text: word, line }] of words.entries()) {
    if (n > 0) text += words[n - 1]!.line === line ? ' ' : '\n';
    starts.push(text.length);
    text += word;
  }
  return { text, starts };
}

/** Boxes that cover all of each word that a mask touches. */
export function coversOf(
  words: readonly PictureWord[],
  { starts }: WordsText,
  masks: readonly Mask[],
): Box[] {
  return words.flatMap(({ text, box }, n) => {
    const start = starts[n]!;
    const isMasked = masks.some((mask) => mask.start < start + text.length && mask.end > start);
    return isMasked ? [widened(box)] : [];
  });
}

function widened({ left, top, width, height }: Box): Box {
  const edge = height * margin;
  const [x, y] = [Math.max(0, left - edge), Math.max(0, top - edge)];
  return {
    left: x,
    top: y,
    width: Math.min(1, left + width + edge) - x,
    height: Math.min(1, top + height + edge) - y,
  };
}
