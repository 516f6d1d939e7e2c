import { around, type Rect } from '../rect';
import { markOf } from './list-mark';
import { joinsWithoutSpace } from './script';
import { type Word } from './word';

/** Words on one baseline without a wide gap: a line of a column, or the text of a table cell. */
export interface Segment extends Rect {
  words: Word[];
  text: string;
  baseline: number;
  size: number;
  bold: boolean;
  confidence: number;
  /** Whether most words are of a right-to-left script. */
  rtl: boolean;
}

/** Gap, in font sizes, that ends a segment; spaces of justified text are narrower. */
const gapSizesMax = 0.95;
const markGapSizesMax = 5;
/** A number before a note, and its size as a share of that of the note. */
const noteNumber = /^(?:\d{1,3}|[*†‡§])$/u;
const raisedSizeShareMax = 0.8;
/** Gap, in font sizes, that counts as a space where the file contains none. */
const spaceSizesMin = 0.14;
const bucketPoints = 6;
const strong = /[\p{L}\p{N}]/u;
const bucketLinesMax = 32;

/** Joins words of one line into segments; wide gaps, and gaps that `isCut` reports, separate segments. */
export function joinWords(words: readonly Word[], isCut: (gap: Rect) => boolean = () => false): Segment[] {
  const lines: Word[][] = [];
  const buckets = new Map<number, Word[][]>();
  for (const word of [...words].sort((a, b) => a.left - b.left || a.order - b.order)) {
    const bucket = Math.round(word.baseline / bucketPoints);
    const reach = Math.max(1, Math.ceil((word.size * 0.6) / bucketPoints));
    let best: Word[] | undefined;
    for (let near = bucket - reach; near <= bucket + reach; near++) {
      for (const line of openLines(buckets, near, word)) {
        const last = line.at(-1)!;
        const isNote = line.length === 1 && isNoteNumber(last, word);
        if (!follows(last, word, isNote || isMark(line))) continue;
        if (!isNote && isCut(gapBetween(last, word))) continue;
        if (best === undefined || last.right > best.at(-1)!.right) best = line;
      }
    }
    if (best === undefined) {
      best = [];
      lines.push(best);
      const line = buckets.get(bucket);
      if (line === undefined) buckets.set(bucket, [best]);
      else line.push(best);
    }
    best.push(word);
  }
  return lines.map(segmentOf);
}

/**
 * Lines at the height of the bucket that are still open. Lines that ended far to the left are dropped, which
 * bounds the search.
 */
function openLines(buckets: Map<number, Word[][]>, bucket: number, word: Word): readonly Word[][] {
  const lines = buckets.get(bucket);
  if (lines === undefined || lines.length < bucketLinesMax) return lines ?? [];
  const open = lines.filter((line) => line.at(-1)!.right > word.left - word.size * 4);
  buckets.set(bucket, open);
  return open;
}

/** Whether the line holds only a list mark, whose text follows at some distance. */
function isMark(line: readonly Word[]): boolean {
  return line.length === 1 && markOf(`${line[0]!.text} x`) !== null;
}

/** Whether a word is the raised number of a note that begins with the next word, at some distance. */
export function isNoteNumber(word: Word, next: Word): boolean {
  return (
    noteNumber.test(word.text) && word.size <= next.size * raisedSizeShareMax && word.baseline < next.baseline
  );
}

function follows(last: Word, word: Word, afterMark: boolean): boolean {
  if (last.line !== word.line) return false;
  const size = Math.max(last.size, word.size);
  const gap = word.left - last.right;
  if (gap > size * (afterMark ? markGapSizesMax : gapSizesMax) || gap < -size * 0.5) return false;
  const common = Math.min(last.bottom, word.bottom) - Math.max(last.top, word.top);
  return common >= 0.5 * Math.min(last.bottom - last.top, word.bottom - word.top);
}

function gapBetween(last: Word, word: Word): Rect {
  return {
    left: Math.min(last.right, word.left),
    right: Math.max(last.right, word.left),
    top: Math.min(last.top, word.top),
    bottom: Math.max(last.bottom, word.bottom),
  };
}

/** Segment of the words of one line; `words` must not be empty. */
export function segmentOf(words: Word[]): Segment {
  let letters = 0;
  let boldLetters = 0;
  let confidence = 0;
  let rtlWords = 0;
  for (const word of words) {
    const { length } = word.text;
    letters += length;
    if (word.rtl) rtlWords++;
    if (word.bold) boldLetters += length;
    confidence += word.confidence * length;
  }
  const main = mainWord(words);
  return {
    ...around(words),
    words,
    text: rtlWords === 0 ? joined(words) : textOf(words, rtlWords * 2 > words.length),
    baseline: main.baseline,
    size: main.size,
    bold: boldLetters > letters * 0.8,
    confidence: letters === 0 ? 0 : confidence / letters,
    rtl: rtlWords * 2 > words.length,
  };
}

/** The word of a line that is read first. */
export function firstWord({ words, rtl }: Segment): Word {
  return rtl ? words.at(-1)! : words[0]!;
}

/** The word of a line that is read last. */
export function lastWord({ words, rtl }: Segment): Word {
  return rtl ? words[0]! : words.at(-1)!;
}

/** The longest word of the font size that most letters of a line have. */
function mainWord(words: readonly Word[]): Word {
  const longest = (among: readonly Word[]) =>
    among.reduce((best, word) => (word.text.length > best.text.length ? word : best));
  const letters = new Map<number, number>();
  for (const { size, text } of words) letters.set(size, (letters.get(size) ?? 0) + text.length);
  if (letters.size === 1) return longest(words);
  const most = Math.max(...letters.values());
  return longest(words.filter(({ size }) => letters.get(size) === most));
}

/**
 * Joins segments of the same line, from top to bottom, because gaps of justified text can be as wide as those
 * between cells.
 */
export function linesOf(segments: readonly Segment[]): Segment[] {
  const lines: Segment[][] = [];
  for (const segment of [...segments].sort((a, b) => a.baseline - b.baseline)) {
    const last = lines.at(-1)?.[0];
    const alike =
      last !== undefined && segment.baseline - last.baseline < Math.min(segment.size, last.size) * 0.4;
    if (alike) lines.at(-1)!.push(segment);
    else lines.push([segment]);
  }
  return lines.map((line) =>
    line.length === 1
      ? line[0]!
      : segmentOf(line.sort((a, b) => a.left - b.left).flatMap((part) => part.words)),
  );
}

/** Text of words that are sorted from left to right, in reading order and with its spaces. */
function textOf(words: readonly Word[], rtl: boolean): string {
  const runs: Word[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    // Words of signs only take the direction of their neighbour.
    if (run !== undefined && (run[0]!.rtl === word.rtl || !strong.test(word.text))) run.push(word);
    else runs.push([word]);
  }
  const ordered = runs.map((run) => (run[0]!.rtl ? [...run].reverse() : run));
  return joined((rtl ? ordered.reverse() : ordered).flat());
}

function joined(words: readonly Word[]): string {
  let text = '';
  let before: Word | null = null;
  for (const word of words) {
    if (before !== null && isSpaced(before, word)) text += ' ';
    text += word.text;
    before = word;
  }
  return text;
}

function isSpaced(before: Word, word: Word): boolean {
  if (word.order === before.order + 1) return word.spaceBefore;
  if (before.rtl || word.rtl) return true;
  const gap = word.left - before.right;
  return gap > word.size * spaceSizesMin && !joinsWithoutSpace(before.text, word.text);
}
