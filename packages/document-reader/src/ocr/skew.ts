import { median } from '../median';
import { type OcrWord } from './read-tsv';

/** A word with its font size and levelled baseline, in pixels. */
export interface LevelWord {
  word: OcrWord;
  /** Font size. */
  size: number;
  baseline: number;
}

/** Shares of the font size in most Latin fonts. */
const xHeight = 0.5;
const ascent = 0.23;
const descent = 0.21;
const ascending = /[\p{Lu}\p{N}bdfhklt!?()[\]{}|/&%$§"'’“”]/u;
const descending = /[gjpqy,;()[\]{}|§]/u;
const wordsForSlopeMin = 4;

/** Measures font size and baseline of each word by its letters, and levels the lines of a skewed scan. */
export function withoutSkew(words: readonly OcrWord[]): LevelWord[] {
  const found = words.map((word) => {
    const below = descending.test(word.text) ? descent : 0;
    const parts = xHeight + (ascending.test(word.text) ? ascent : 0) + below;
    const size = word.height / parts;
    return { word, size, baseline: word.top + word.height - below * size };
  });
  const lines = new Map<number, LevelWord[]>();
  for (const word of found) {
    const line = lines.get(word.word.line);
    if (line === undefined) lines.set(word.word.line, [word]);
    else line.push(word);
  }
  const slope = median([...lines.values()].flatMap((line) => slopeOf(line) ?? [])) ?? 0;
  const sizes = paragraphSizes(found);
  for (const line of lines.values()) {
    const size = sizes.get(line[0]!.word.paragraph)!;
    const levels = line.map(({ word, baseline }) => baseline - slope * (word.left + word.width / 2));
    const level = median(levels)!;
    const flat = Math.max(...levels) - Math.min(...levels) < size;
    for (const [index, word] of line.entries()) {
      word.size = size;
      word.baseline = flat ? level : levels[index]!;
    }
  }
  return found;
}

/** Font size by paragraph: single words and lines measure up to a fifth too large or too small. */
function paragraphSizes(words: readonly LevelWord[]): Map<number, number> {
  const sizes = new Map<number, number[]>();
  for (const { word, size } of words) {
    // The height of signs tells nothing about the font size.
    const known = /[\p{L}\p{N}]/u.test(word.text) ? Array<number>(word.text.length).fill(size) : [size];
    const before = sizes.get(word.paragraph);
    if (before === undefined) sizes.set(word.paragraph, known);
    else before.push(...known);
  }
  return new Map([...sizes].map(([paragraph, known]) => [paragraph, median(known)!]));
}

/** Descent of the line per pixel to the right, by its outermost words; null where too few. */
function slopeOf(line: readonly LevelWord[]): number | null {
  if (line.length < wordsForSlopeMin) return null;
  const [first, last] = [line[0]!, line.at(-1)!];
  const run = last.word.left + last.word.width / 2 - first.word.left - first.word.width / 2;
  return run <= 0 ? null : (last.baseline - first.baseline) / run;
}
