import { median } from '../../median';
import { type Rule } from '../page-drawings';
import { holdsMiddle, type Rect } from '../rect';
import { readAmountTable } from './amount-table';
import { type TableGrid } from './atom';
import { type BandCell, rowsOfBand } from './band-rows';
import { withGutters } from './cell-gutters';
import { type Lexicon } from './lexicon';
import { joinLines } from './paragraphs';
import { clustersOf, gridOf, mergedCells, type RuledGrid, slotOf } from './ruled-grid';
import { joinWords, type Segment, segmentOf } from './segment';
import { shadedRegions } from './shaded-regions';
import { tableOfTexts } from './table-grid';
import { type Word } from './word';

/** A table found by its rules. */
export interface RuledTable {
  rect: Rect;
  table: TableGrid;
  /** Words inside the table. */
  words: Set<Word>;
}

const rulesMax = 4_000;
const layoutLinesMin = 3;
const comparisonsMax = 20_000_000;
/** Lines per row, in the median, from which the rules do not separate rows. */
const linesPerRowMin = 3;

/**
 * Finds grids of rules with text in at least two rows and two columns. Rules separate columns; rows between
 * rules come from the lines of the text.
 */
export function findRuledTables(
  rules: readonly Rule[],
  words: readonly Word[],
  lexicon: Lexicon,
): RuledTable[] {
  if (rules.length > rulesMax) return [];
  const shaded = shadedTables(rules, words);
  const inShaded = new Set(shaded.flatMap((table) => [...table.words]));
  const loose = words.filter((word) => !inShaded.has(word));
  const ruled = clustersOf(rules).flatMap((cluster) => tableOf(cluster, loose, lexicon) ?? []);
  return [...shaded, ...ruled];
}

/** Tables of amounts whose cells or rows are shaded. */
function shadedTables(rules: readonly Rule[], words: readonly Word[]): RuledTable[] {
  const tables: RuledTable[] = [];
  let loose = words;
  for (const region of shadedRegions(rules)) {
    const table = readAmountTable(region, loose);
    if (table === null) continue;
    tables.push(table);
    loose = loose.filter((word) => !table.words.has(word));
  }
  return tables;
}

function tableOf(rules: readonly Rule[], words: readonly Word[], lexicon: Lexicon): RuledTable | null {
  const drawn = gridOf(rules);
  const [columns, rows] = [drawn.xs.length - 1, drawn.ys.length - 1];
  if (columns < 2 || rows < 2 || columns * rows * rules.length > comparisonsMax) return null;
  const rect = { left: drawn.xs[0]!, top: drawn.ys[0]!, right: drawn.xs[columns]!, bottom: drawn.ys[rows]! };
  const inside = words.filter((word) => holdsMiddle(rect, word));
  if (inside.length === 0) return null;
  const ruled = withoutIdleRows(drawn, inside);
  const ruledCells = [...wordsByCell(ruled, inside).values()];
  const grid = withGutters(
    ruled,
    ruledCells.flatMap((cell) => linesIn(cell).map((line) => line.flatMap((segment) => segment.words))),
  );
  const cells = wordsByCell(grid, inside, withOpenColumns(grid, inside));
  if ([...cells.values()].some((cell) => isLayout(cell))) return null;
  const texts = rowsOf(grid, inside).map((row) => row.map((lines) => cellText(lines, lexicon)));
  const table = withoutEmpty(texts);
  const filled = table.flat().filter((text) => text !== '').length;
  if (table.length < 2 || (table[0]?.length ?? 0) < 2 || filled < 3) return null;
  return { rect, table: tableOfTexts(table), words: new Set(inside) };
}

/** A grid without the row edges at which no cell with text begins or ends, as those of white boxes beside it. */
function withoutIdleRows(grid: RuledGrid, words: readonly Word[]): RuledGrid {
  const columns = grid.xs.length - 1;
  const cells = mergedCells(grid);
  const filled = wordsByCell(grid, words, cells);
  const isEdge = (row: number) =>
    grid.xs.slice(1).some((_, column) => {
      const [above, below] = [cells[(row - 1) * columns + column]!, cells[row * columns + column]!];
      return above !== below && (filled.has(above) || filled.has(below));
    });
  const last = grid.ys.length - 1;
  return { ...grid, ys: grid.ys.filter((_, row) => row === 0 || row === last || isEdge(row)) };
}

/** Words by cell; a merged cell goes by its top left grid cell. Grid cells count row by row. */
function wordsByCell(
  grid: RuledGrid,
  words: readonly Word[],
  cells = mergedCells(grid),
): Map<number, Word[]> {
  const columns = grid.xs.length - 1;
  const found = new Map<number, Word[]>();
  for (const word of words) {
    const column = slotOf(grid.xs, (word.left + word.right) / 2);
    const row = slotOf(grid.ys, (word.top + word.bottom) / 2);
    const cell = cells[row * columns + column]!;
    const before = found.get(cell);
    if (before === undefined) found.set(cell, [word]);
    else before.push(word);
  }
  return found;
}

/** Rows of a grid, for each the lines of each cell. */
function rowsOf(grid: RuledGrid, words: readonly Word[]): Segment[][][] {
  const columns = grid.xs.length - 1;
  const cells = withOpenColumns(grid, words);
  const last = new Map(cells.map((cell, index) => [cell, index]));
  const found = wordsByCell(grid, words, cells);
  const bands = grid.ys.slice(1).map((_, row) =>
    grid.xs.slice(1).map((__, column): BandCell => {
      const cell = row * columns + column;
      const end = last.get(cell) ?? cell;
      const lines = linesIn(found.get(cell) ?? []);
      return {
        left: grid.xs[column]!,
        right: grid.xs[(end % columns) + 1]!,
        lines: lines.map((line) => segmentOf(line.flatMap((segment) => segment.words))),
        crossesRule: Math.floor(end / columns) > row,
      };
    }),
  );
  const filled = bands.filter((band) => band.some(({ lines }) => lines.length > 0));
  const byWords = areBandsOfRows(filled);
  return filled.flatMap((band) => rowsOfBand(band, byWords));
}

/**
 * For each grid cell, the top left cell of its merged range, divided at the columns of other rows where its own
 * text keeps to them: rules often separate the columns of the header alone.
 */
function withOpenColumns(grid: RuledGrid, words: readonly Word[]): number[] {
  const columns = grid.xs.length - 1;
  const merged = mergedCells(grid);
  const open = new Set<number>();
  for (const [cell, inside] of wordsByCell(grid, words, merged)) {
    const end = merged.lastIndexOf(cell);
    const edges = grid.xs.slice((cell % columns) + 1, (end % columns) + 1);
    if (edges.length > 0 && keepsToColumns(linesIn(inside), edges)) open.add(cell);
  }
  if (open.size === 0) return merged;
  const first = new Map<string, number>();
  return merged.map((cell, index) => {
    if (!open.has(cell)) return cell;
    const key = `${cell} ${index % columns}`;
    if (!first.has(key)) first.set(key, index);
    return first.get(key)!;
  });
}

/** Whether no text crosses an edge, and most lines have texts at both sides of one. */
function keepsToColumns(lines: readonly Segment[][], edges: readonly number[]): boolean {
  const isFree = lines.every((line) =>
    line.every(({ left, right }) => edges.every((x) => left >= x || right <= x)),
  );
  const divided = lines.filter((line) => line.length > 1).length;
  return isFree && divided > 0 && divided * 2 >= lines.length;
}

/** Whether rules are so rare that the rows between them show in the lines of the text only. */
function areBandsOfRows(bands: readonly BandCell[][]): boolean {
  const counts = bands.map((band) =>
    Math.max(...band.map(({ lines, crossesRule }) => (crossesRule ? 1 : lines.length))),
  );
  return bands.length <= 2 || (median(counts) ?? 0) >= linesPerRowMin;
}

/** Whether a supposed cell is a frame around text that is itself set in columns. */
function isLayout(words: readonly Word[]): boolean {
  if (words.length <= layoutLinesMin) return false;
  return linesIn(words).filter((line) => line.length > 1).length >= layoutLinesMin;
}

/** Lines of a cell, each as its segments from left to right. */
function linesIn(words: readonly Word[]): Segment[][] {
  const lines: Segment[][] = [];
  let baseline = -Infinity;
  for (const segment of joinWords(words).sort((a, b) => a.baseline - b.baseline)) {
    if (segment.baseline - baseline < segment.size * 0.4) lines.at(-1)!.push(segment);
    else lines.push([segment]);
    baseline = segment.baseline;
  }
  return lines.map((line) => line.sort((a, b) => a.left - b.left));
}

function cellText(lines: readonly Segment[], lexicon: Lexicon): string {
  return lines.reduce((before, line) => joinLines(before, line.text, lexicon), '');
}

function withoutEmpty(grid: string[][]): string[][] {
  const rows = grid.filter((row) => row.some((text) => text !== ''));
  const columns = (rows[0] ?? []).map((_, column) => rows.some((row) => row[column] !== ''));
  return rows.map((row) => row.filter((_, column) => columns[column]));
}
