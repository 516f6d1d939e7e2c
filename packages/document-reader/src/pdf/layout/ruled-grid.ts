import { type Rule } from '../page-drawings';

/** Edges of columns and rows that touching rules draw, in points, ascending. */
export interface RuledGrid {
  xs: readonly number[];
  ys: readonly number[];
  horizontal: readonly Rule[];
  vertical: readonly Rule[];
}

/** Distance in points at which rules still touch. */
const touchPoints = 3;
/** Least points by which rules reach past the last crossing rule where they open a further column or row. */
const reachPointsMin = 5;
const reachingRulesMin = 2;

/** Groups of rules that touch, directly or through others. */
export function clustersOf(rules: readonly Rule[]): Rule[][] {
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

/** Grid of rules that touch. Where rules reach past the last one that crosses them, the grid is open there. */
export function gridOf(rules: readonly Rule[]): RuledGrid {
  const horizontal = rules.filter((rule) => rule.horizontal);
  const vertical = rules.filter((rule) => !rule.horizontal);
  const xs = positions(vertical.map((rule) => (rule.left + rule.right) / 2));
  const ys = positions(horizontal.map((rule) => (rule.top + rule.bottom) / 2));
  return {
    xs: withOpenEnds(
      xs,
      horizontal.map(({ left, right }) => [left, right]),
    ),
    ys: withOpenEnds(
      ys,
      vertical.map(({ top, bottom }) => [top, bottom]),
    ),
    horizontal,
    vertical,
  };
}

/** For each grid cell, the top left cell of its merged range: the cells that no rule separates from it. */
export function mergedCells({ xs, ys, horizontal, vertical }: RuledGrid): number[] {
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

/** Index of the interval between edges that holds a value; the first or last one for values outside. */
export function slotOf(edges: readonly number[], value: number): number {
  const after = edges.findIndex((edge) => edge > value);
  return after < 0 ? edges.length - 2 : Math.max(0, after - 1);
}

/** Whether a rule runs beside a point, on an edge of its cell. */
export function separates(rule: Rule, x: number, y: number): boolean {
  return rule.horizontal
    ? Math.abs((rule.top + rule.bottom) / 2 - y) <= touchPoints &&
        rule.left <= x + touchPoints &&
        rule.right >= x - touchPoints
    : Math.abs((rule.left + rule.right) / 2 - x) <= touchPoints &&
        rule.top <= y + touchPoints &&
        rule.bottom >= y - touchPoints;
}

function positions(values: readonly number[]): number[] {
  const found: number[] = [];
  for (const value of [...values].sort((a, b) => a - b)) {
    if (found.length === 0 || value - found.at(-1)! > touchPoints) found.push(value);
  }
  return found;
}

/** Adds the common ends of crossing rules, as of a table without rules at its sides or above its header. */
function withOpenEnds(edges: readonly number[], crossing: readonly (readonly [number, number])[]): number[] {
  if (edges.length === 0) return [];
  const ended = (end: number, values: readonly number[]) =>
    values.filter((value) => Math.abs(value - end) <= touchPoints).length >= reachingRulesMin;
  const starts = crossing.map(([start]) => start);
  const ends = crossing.map(([, end]) => end);
  const [first, last] = [Math.min(...starts), Math.max(...ends)];
  return [
    ...(first < edges[0]! - reachPointsMin && ended(first, starts) ? [first] : []),
    ...edges,
    ...(last > edges.at(-1)! + reachPointsMin && ended(last, ends) ? [last] : []),
  ];
}
