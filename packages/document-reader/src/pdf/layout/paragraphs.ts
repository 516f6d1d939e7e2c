import { median } from '../../median';
import { around, type Rect } from '../rect';
import { type Lexicon } from './lexicon';
import { markOf } from './list-mark';
import { joinsWithoutSpace } from './script';
import { firstWord, lastWord, type Segment } from './segment';

/** Lines of one paragraph. */
export interface Paragraph {
  lines: Segment[];
  rect: Rect;
  /** Lines, joined by a space, or by a line feed where the line was broken on purpose. */
  text: string;
  size: number;
  bold: boolean;
  confidence: number;
}

const sizeChangeMax = 0.12;
const pitchSizes = 1.45;
const pitchChangeMax = 0.22;
/** Greatest change of pitch within a sentence. */
const pitchChangeWithinMax = 0.5;
const linesForPitchMin = 4;
/** Height over the baseline, in font sizes, of the sign of a note. */
const raisedSizesMin = 0.1;

/** Common measures of the lines of a column. */
interface Column extends Rect {
  /** Usual distance of baselines, in points. */
  pitch: number;
  lineCount: number;
}

/** Divides the lines of a column, from top to bottom, into paragraphs. */
export function paragraphsOf(lines: readonly Segment[], lexicon: Lexicon): Paragraph[] {
  if (lines.length === 0) return [];
  const column = columnOf(lines);
  const groups: { line: Segment; feed: boolean }[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const before = group?.at(-1)?.line;
    if (
      group === undefined ||
      before === undefined ||
      startsParagraph(group[0]!.line, before, line, column)
    ) {
      groups.push([{ line, feed: false }]);
    } else {
      group.push({ line, feed: isForced(before, line, column) });
    }
  }
  return groups.map((group) => paragraphOf(group, lexicon));
}

/** Paragraph of lines that are known to belong together. */
export function paragraphOfLines(lines: readonly Segment[], lexicon: Lexicon): Paragraph {
  const column = columnOf(lines);
  const enough = lines.length >= linesForPitchMin;
  return paragraphOf(
    lines.map((line, index) => ({
      line,
      feed: enough && index > 0 && isForced(lines[index - 1]!, line, column),
    })),
    lexicon,
  );
}

function columnOf(lines: readonly Segment[]): Column {
  const pitches = lines.slice(1).map((line, index) => line.baseline - lines[index]!.baseline);
  const enough = lines.length >= linesForPitchMin;
  return { ...around(lines), pitch: enough ? median(pitches)! : 0, lineCount: lines.length };
}

/** Whether `line` begins a new paragraph. */
function startsParagraph(first: Segment, before: Segment, line: Segment, column: Column): boolean {
  const size = Math.max(before.size, line.size);
  if (changesStyle(before, line)) return true;
  const distance = line.baseline - before.baseline;
  const usual =
    column.pitch > 0 && column.pitch < size * 2.6 ? Math.max(column.pitch, size) : size * pitchSizes;
  const ended = /[.!?:;…。！？]["'”’)\]]*$/u.test(before.text);
  // A superscript or subscript moves the next line of its sentence away.
  const within = !ended && /^\p{Ll}/u.test(line.text) && !isForced(before, line, column);
  if (distance > usual * (1 + (within ? pitchChangeWithinMax : pitchChangeMax)) || distance < -size)
    return true;
  if (ended && firstWord(line).bold && !line.bold && !lastWord(before).bold) return true;
  const item = markOf(first.text) !== null;
  if (markOf(line.text) !== null && (ended || item || isForced(before, line, column))) return true;
  const shift = line.rtl ? before.right - line.right : line.left - before.left;
  const centred = Math.abs(line.left + line.right - before.left - before.right) < size * 0.6;
  if (!centred && !item) {
    if (shift > size * 0.8 && shift < size * 5 && before !== first) return true;
    if (shift > size * 0.8 && shift < size * 5 && ended) return true;
  }
  return ended && isForced(before, line, column);
}

/**
 * Whether size or weight change between two lines, and with the words on both sides of the break: a name in
 * small capitals within a sentence changes them for its line alone.
 */
function changesStyle(before: Segment, line: Segment): boolean {
  const isSized = (a: { size: number }, b: { size: number }) =>
    Math.abs(a.size - b.size) > Math.max(a.size, b.size) * sizeChangeMax;
  const [last, first] = [lastWord(before), firstWord(line)];
  const isRaised = Math.abs(last.baseline - before.baseline) > before.size * raisedSizesMin;
  if (isSized(before, line) && (isRaised || isSized(last, first))) return true;
  return before.bold !== line.bold && last.bold !== first.bold;
}

/** Whether a line was broken on purpose: the first word of the next line had room on it. */
function isForced(before: Segment, line: Segment, column: Column): boolean {
  if (column.lineCount < 2) return false;
  const word = firstWord(line);
  const room = before.rtl ? before.left - column.left : column.right - before.right;
  return room > word.right - word.left + before.size * 1.6;
}

function paragraphOf(group: readonly { line: Segment; feed: boolean }[], lexicon: Lexicon): Paragraph {
  const lines = group.map(({ line }) => line);
  const letters = lines.reduce((sum, line) => sum + line.text.length, 0);
  let text = '';
  for (const { line, feed } of group) {
    text = feed ? `${text}\n${line.text}` : joinLines(text, line.text, lexicon);
  }
  return {
    lines,
    rect: around(lines),
    text,
    size: lines[0]!.size,
    bold: lines.every((line) => line.bold),
    confidence:
      lines.reduce((sum, line) => sum + line.confidence * line.text.length, 0) / Math.max(1, letters),
  };
}

/** Joins two lines of running text; a word hyphenated at the margin becomes whole again. */
export function joinLines(before: string, line: string, lexicon: Lexicon): string {
  if (before === '') return line;
  if (endsCut(before) && /^\p{L}/u.test(line)) {
    if (!before.endsWith('\u00ad') && lexicon.keepsHyphen(before, line)) return before + line;
    if (/^\p{Ll}/u.test(line)) return before.slice(0, -1) + line;
  }
  return joinsWithoutSpace(before, line) ? before + line : `${before} ${line}`;
}

/** Whether a text ends with a letter and a hyphen. */
export function endsCut(text: string): boolean {
  return /\p{L}[-‐\u00ad]$/u.test(text);
}
