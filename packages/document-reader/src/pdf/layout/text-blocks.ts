import { median } from '../../median';
import { isNumeric } from './header-rows';
import { type Segment } from './segment';
import { type Interval, type Strip } from './strips';

/** Font sizes: the gutter across which no line continues, and the line distance within one text. */
const gutterSizesMin = 7;
const lineGapSizesMax = 0.65;
const linesMax = 10;
/** Margin notes: their size as a share of the text's, and least lines and words of a line of the text. */
const noteSizeShareMax = 0.88;
const textLinesMin = 4;
const textWordsMin = 5;

/**
 * Whether strips are short text blocks side by side, each read by itself, such as addresses at the head of a
 * letter: far from each other, with close lines, without a column of numbers or labels and without a header
 * row.
 *
 * @param cells lines by strip and column
 */
export function areTextBlocks(
  run: readonly Strip[],
  columns: readonly Interval[],
  cells: readonly Segment[][][],
): boolean {
  if (run.length < 2 || run.length > linesMax) return false;
  const size = Math.max(...run.map((strip) => strip.size));
  const far = columns
    .slice(1)
    .every(({ left }, index) => left - columns[index]!.right >= size * gutterSizesMin);
  const close = run
    .slice(1)
    .every((strip, index) => strip.top - run[index]!.bottom <= size * lineGapSizesMax);
  if (!far || !close) return false;
  const texts = columns.map((_, column) => cells.flatMap((row) => row[column]!));
  const isLabel = ({ text }: Segment) => text.endsWith(':');
  const tabular = texts.some(
    (lines) =>
      isMost(lines, ({ text }) => isNumeric(text)) || (lines !== texts.at(-1) && isMost(lines, isLabel)),
  );
  const [first, second] = cells as [Segment[][], Segment[][]];
  const headed =
    first.every((cell) => cell.length > 0 && cell.every((line) => line.bold)) &&
    !second.flat().every((line) => line.bold);
  return !tabular && !headed;
}

/**
 * Whether the second of two columns is a text and the other one its margin notes: small print beside it.
 *
 * @param columns lines of both columns, in any order
 */
export function areMarginNotes(columns: readonly (readonly Segment[])[]): boolean {
  if (columns.length !== 2 || columns.some((lines) => lines.length === 0)) return false;
  const [notes, text] = [...columns].sort((a, b) => sizeOf(a) - sizeOf(b)) as [Segment[], Segment[]];
  return (
    sizeOf(notes) <= sizeOf(text) * noteSizeShareMax &&
    text.length >= textLinesMin &&
    median(text.map(({ words }) => words.length))! >= textWordsMin &&
    !isMost(notes, (line) => isNumeric(line.text))
  );
}

const sizeOf = (lines: readonly Segment[]): number => median(lines.map(({ size }) => size))!;

function isMost<T>(values: readonly T[], holds: (value: T) => boolean): boolean {
  return values.filter(holds).length * 2 > values.length;
}
