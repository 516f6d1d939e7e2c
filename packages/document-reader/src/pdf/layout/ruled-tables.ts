import { type Rule } from '../page-drawings';
import { holdsMiddle, type Rect } from '../rect';
import { type TableGrid } from './atom';
import { headerRowsOf } from './header-rows';
import { type Lexicon } from './lexicon';
import { joinLines } from './paragraphs';
import { joinWords, type Segment, segmentOf } from './segment';
import { type Word } from './word';

/** A table found by its rules. */
export interface RuledTable {
  rect: Rect;
  table: TableGrid;
  /** Words inside the table. */
  words: Set<Word>;
}

/** Distance in points at which rules still touch. */
const touchPoints = 3;
const rulesMax = 4_000;
const layoutLinesMin = 3;
const comparisonsMax = 20_000_000;

/** Finds grids of rules with text in at least two rows and two columns. */
export function findRuledTables(
  rules: readonly Rule[],
  words: readonly Word[],
  lexicon: Lexicon,
): RuledTable[] {
  if (rules.length > rulesMax) return [];
  return clusters(rules).flatMap((cluster) => tableOf(cluster, words, lexicon) ?? []);
}

/** Groups of rules that touch, directly or through others. */
function clusters(rules: readonly Rule[]): Rule[][] {
  const sorted = [...rules].sort((a, b) => a.top - b.top);
  const parent = sorted.map((_, index) => index);
  const root = (index: number): number => {
    while (parent[index] !== index) index = parent[index] = parent[parent[index]!]!;
    return index;
  };
  for (const [i, a] of sorted.entries()) {
    for (let j = i + 1; j < sorted.length && sorted[j]!.top <= a.bottom + touchPoints; j++) {
      const b = sorted[j]!;
      const apart = b.left > a.right + touchPoints || a.left > b.right + touchPoints;
      if (!apart) parent[root(j)] = root(i);
    }
  }
  const groups = new Map<number, Rule[]>();
  for (const [index, rule] of sorted.entries()) {
    const key = root(index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [rule]);
    else group.push(rule);
  }
  return [...groups.values()];
}

function tableOf(rules: readonly Rule[], words: readonly Word[], lexicon: Lexicon): RuledTable | null {
  const horizontal = rules.filter((rule) => rule.horizontal);
  const vertical = rules.filter((rule) => !rule.horizontal);
  const xs = positions(vertical.map((rule) => (rule.left + rule.right) / 2));
  const ys = positions(horizontal.map((rule) => (rule.top + rule.bottom) / 2));
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns < 2 || rows < 2 || columns * rows * rules.length > comparisonsMax) return null;
  const rect = { left: xs[0]!, top: ys[0]!, right: xs[columns]!, bottom: ys[rows]! };
  const inside = words.filter((word) => holdsMiddle(rect, word));
  if (inside.length === 0) return null;

  const cells = mergedCells(xs, ys, horizontal, vertical);
  const found = new Map<number, Word[]>();
  for (const word of inside) {
    const column = slotOf(xs, (word.left + word.right) / 2);
    const row = slotOf(ys, (word.top + word.bottom) / 2);
    const cell = cells[row * columns + column]!;
    const before = found.get(cell);
    if (before === undefined) found.set(cell, [word]);
    else before.push(word);
  }
  const grid = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      cellText(found.get(row * columns + column) ?? [], lexicon),
    ),
  );
  if ([...found.values()].some(isLayout)) return null;
  const table = withoutEmpty(grid);
  const filled = table.flat().filter((text) => text !== '').length;
  if (table.length < 2 || (table[0]?.length ?? 0) < 2 || filled < 3) return null;
  return { rect, table: { rows: table, headerRows: headerRowsOf(table) }, words: new Set(inside) };
}

/** For each grid cell, the top left cell of its merged range: the cells that no rule separates from it. */
function mergedCells(
  xs: readonly number[],
  ys: readonly number[],
  horizontal: readonly Rule[],
  vertical: readonly Rule[],
): number[] {
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const cells = Array.from({ length: columns * rows }, (_, index) => index);
  const root = (index: number): number => {
    while (cells[index] !== index) index = cells[index]!;
    return index;
  };
  const join = (a: number, b: number) => {
    const [first, second] = [root(a), root(b)];
    cells[Math.max(first, second)] = Math.min(first, second);
  };
  const separates = (rule: Rule, x: number, y: number) =>
    rule.horizontal
      ? Math.abs((rule.top + rule.bottom) / 2 - y) <= touchPoints &&
        rule.left <= x + touchPoints &&
        rule.right >= x - touchPoints
      : Math.abs((rule.left + rule.right) / 2 - x) <= touchPoints &&
        rule.top <= y + touchPoints &&
        rule.bottom >= y - touchPoints;
  for (let row = 0; row < rows; row++) {
    const y = (ys[row]! + ys[row + 1]!) / 2;
    for (let column = 0; column < columns; column++) {
      const x = (xs[column]! + xs[column + 1]!) / 2;
      const cell = row * columns + column;
      if (column + 1 < columns && !vertical.some((rule) => separates(rule, xs[column + 1]!, y))) {
        join(cell, cell + 1);
      }
      if (row + 1 < rows && !horizontal.some((rule) => separates(rule, x, ys[row + 1]!))) {
        join(cell, cell + columns);
      }
    }
  }
  return cells.map((_, index) => root(index));
}

function positions(values: readonly number[]): number[] {
  const found: number[] = [];
  for (const value of [...values].sort((a, b) => a - b)) {
    if (found.length === 0 || value - found.at(-1)! > touchPoints) found.push(value);
  }
  return found;
}

function slotOf(edges: readonly number[], value: number): number {
  const after = edges.findIndex((edge) => edge > value);
  return after < 0 ? edges.length - 2 : Math.max(0, after - 1);
}

/** Whether a supposed cell is a frame around text that is itself set in columns. */
function isLayout(words: readonly Word[]): boolean {
  return (
    words.length > layoutLinesMin && linesIn(words).filter((line) => line.length > 1).length >= layoutLinesMin
  );
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

function cellText(words: readonly Word[], lexicon: Lexicon): string {
  return linesIn(words)
    .map((line) => segmentOf(line.flatMap((segment) => segment.words)).text)
    .reduce((before, line) => joinLines(before, line, lexicon), '');
}

function withoutEmpty(grid: string[][]): string[][] {
  const rows = grid.filter((row) => row.some((text) => text !== ''));
  const columns = (rows[0] ?? []).map((_, column) => rows.some((row) => row[column] !== ''));
  return rows.map((row) => row.filter((_, column) => columns[column]));
}
