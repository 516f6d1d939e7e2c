import { isNumeric } from './header-rows';
import { type Segment } from './segment';

/** Cell below a row rule: its edges in points, and its lines from top to bottom. */
export interface BandCell {
  left: number;
  right: number;
  lines: readonly Segment[];
  /** True for a cell that is merged with cells below the next row rule. */
  crossesRule: boolean;
}

/** Lines of all cells on one baseline. */
interface Level {
  baseline: number;
  /** Line by cell; undefined where the cell has none. */
  lines: (Segment | undefined)[];
}

/** Greatest distance of baselines on one level, in font sizes. */
const levelSizesMax = 0.4;
const wordLevelsMin = 3;
const wordFillMin = 0.6;
/** Least share of breaks between lines that the width of the cell does not explain. */
const forcedShareMin = 0.6;
/** Room that a word needs beside itself, in font sizes. */
const spaceSizes = 0.3;
/** Greatest differences in points: of white at both sides, of widths that are equal, of edges that are flush. */
const evenPadsPoints = 0.6;
const sameWidthPoints = 0.3;
const flushPoints = 1;
const openEnd = /[-–/,:]$/u;

/**
 * Divides the text between two row rules into rows by its lines, for each row the lines of each cell. Numbers
 * below each other prove rows of their own. Words prove them where most lines end without need and several
 * cells have a line at each height. Otherwise the lines are those of one row.
 *
 * @param byWords false where rules separate most rows, so that lines of words are lines of cells
 */
export function rowsOfBand(band: readonly BandCell[], byWords: boolean): Segment[][][] {
  const cells = band.map((cell) => (cell.crossesRule ? { ...cell, lines: [] } : cell));
  const rows = dividedRows(cells, byWords);
  // A merged cell has its text in its first row.
  return rows.map((row, index) =>
    row.map((lines, cell) => (index === 0 && band[cell]!.crossesRule ? [...band[cell]!.lines] : lines)),
  );
}

function dividedRows(cells: readonly BandCell[], byWords: boolean): Segment[][][] {
  const whole = [cells.map(({ lines }) => [...lines])];
  const levels = levelsOf(cells);
  const shared = levels.filter(({ lines }) => lines.filter(Boolean).length >= 2).length;
  if (shared < 2) return whole;
  const first = cells.find(({ lines }) => lines.length > 0)!;
  const areNumbers = (byWords || first.lines.length >= 2) && cells.some(stacksNumbers);
  if (!areNumbers && !(byWords && areRowsOfWords(cells, levels))) return whole;
  const key = keyCell(cells, levels.length);
  const rows: Segment[][][] = [];
  for (const level of levels) {
    const row = rows.at(-1);
    if (row === undefined || startsRow(level, row, cells, key)) rows.push(cells.map(() => []));
    for (const [cell, line] of level.lines.entries()) {
      if (line !== undefined) rows.at(-1)![cell]!.push(line);
    }
  }
  return rows;
}

function levelsOf(cells: readonly BandCell[]): Level[] {
  const levels: Level[] = [];
  const all = cells.flatMap(({ lines }, cell) => lines.map((line) => ({ line, cell })));
  for (const { line, cell } of all.sort((a, b) => a.line.baseline - b.line.baseline)) {
    const last = levels.at(-1);
    const isLevel =
      last !== undefined &&
      line.baseline - last.baseline < line.size * levelSizesMax &&
      last.lines[cell] === undefined;
    if (isLevel) last.lines[cell] = line;
    else {
      const level: Level = { baseline: line.baseline, lines: cells.map(() => undefined) };
      level.lines[cell] = line;
      levels.push(level);
    }
  }
  return levels;
}

function stacksNumbers({ lines }: BandCell): boolean {
  return lines.slice(1).some((line, index) => isOtherNumber(lines[index], line));
}

/** Whether a number stands below another number, of which it is no part. */
function isOtherNumber(before: Segment | undefined, line: Segment): boolean {
  return before !== undefined && isNumeric(line.text) && isNumeric(before.text) && !openEnd.test(before.text);
}

function areRowsOfWords(cells: readonly BandCell[], levels: readonly Level[]): boolean {
  const filled = cells.filter(({ lines }) => lines.length >= levels.length * wordFillMin);
  if (levels.length < wordLevelsMin || filled.length < 2) return false;
  const breaks = filled.flatMap((cell) =>
    cell.lines.slice(1).map((line, index) => isWrapped(cell.lines[index]!, line, cell)),
  );
  return breaks.filter((wrapped) => !wrapped).length >= breaks.length * forcedShareMin;
}

/** Leftmost cell with a line on every second level, which names the rows; else the leftmost with text. */
function keyCell(cells: readonly BandCell[], levels: number): number {
  const found = cells.findIndex(({ lines }) => lines.length * 2 >= levels);
  return found < 0 ? cells.findIndex(({ lines }) => lines.length > 0) : found;
}

function startsRow(
  { lines }: Level,
  row: readonly Segment[][],
  cells: readonly BandCell[],
  key: number,
): boolean {
  const lastOf = (cell: number) => row[cell]!.at(-1);
  if (lines.some((line, cell) => line !== undefined && isOtherNumber(lastOf(cell), line))) return true;
  const isForced = (cell: number) => {
    const [before, line] = [lastOf(cell), lines[cell]];
    return before !== undefined && line !== undefined && !isWrapped(before, line, cells[cell]!);
  };
  if (lines[key] !== undefined) return lastOf(key) === undefined || isForced(key);
  const filled = lines.flatMap((line, cell) => (line === undefined ? [] : [cell]));
  return filled.length >= 2 && filled.some(isForced);
}

/** Whether the first word of a line had no room behind the line before. */
function isWrapped(before: Segment, line: Segment, cell: BandCell): boolean {
  if (isAsWideAsText(cell)) return false;
  const { pads } = edgesOf(cell);
  const width = cell.right - cell.left - 2 * Math.max(0, Math.min(...pads));
  const word = line.words[0]!;
  const room = width - (before.right - before.left);
  return word.right - word.left + before.size * spaceSizes > room;
}

/** Whether the width of a column follows from its longest line, so that no line was wrapped. */
function isAsWideAsText(cell: BandCell): boolean {
  const { lefts, rights, pads } = edgesOf(cell);
  const isFlush = (edges: readonly number[]) => Math.max(...edges) - Math.min(...edges) <= flushPoints;
  const widths = cell.lines.map(({ left, right }) => right - left);
  const widest = Math.max(...widths);
  const full = widths.filter((width) => widest - width <= sameWidthPoints).length;
  const isEven = Math.abs(pads[0] - pads[1]) <= evenPadsPoints;
  return isEven && full * 2 <= widths.length && (isFlush(lefts) || isFlush(rights));
}

/** Edges of the lines of a cell, and the white between them and the edges of the cell, in points. */
function edgesOf({ left, right, lines }: BandCell): {
  lefts: number[];
  rights: number[];
  pads: [number, number];
} {
  const lefts = lines.map((line) => line.left);
  const rights = lines.map((line) => line.right);
  return { lefts, rights, pads: [Math.min(...lefts) - left, right - Math.max(...rights)] };
}
