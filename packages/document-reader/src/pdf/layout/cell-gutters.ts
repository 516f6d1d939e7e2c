import { type Rule } from '../page-drawings';
import { type Rect } from '../rect';
import { isNumeric } from './header-rows';
import { type RuledGrid, separates, slotOf } from './ruled-grid';
import { type Word } from './word';

/** White between two words of a line. */
interface Gap {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** White that several lines of a ruled column share. */
interface Gutter extends Gap {
  lines: number;
}

/** Least width of a gap between numbers, and of white that their lines share, in font sizes. */
const gapSizesMin = 0.6;
const commonSizesMin = 0.25;
const linesMin = 2;
const currency = /^\p{Sc}$/u;

/**
 * Adds the column edges that rules leave out between numbers: two numbers beside each other in one ruled
 * column belong to two columns. Each edge reaches over the rows whose text it does not cut.
 *
 * @param lines lines of the ruled cells, each with its words from left to right
 */
export function withGutters(grid: RuledGrid, lines: readonly (readonly Word[])[]): RuledGrid {
  const gutters = guttersOf(grid, lines);
  if (gutters.length === 0) return grid;
  const words = lines.flat();
  const vertical: Rule[] = [...grid.vertical];
  for (const { left, right } of gutters) {
    const x = (left + right) / 2;
    for (let row = 0; row + 1 < grid.ys.length; row++) {
      const [top, bottom] = [grid.ys[row]!, grid.ys[row + 1]!];
      if (!words.some((word) => cuts(word, x, top, bottom)))
        vertical.push({ left: x, right: x, top, bottom, horizontal: false });
    }
  }
  const horizontal = [...grid.horizontal, ...rulesAcross(grid, gutters)];
  const xs = [...grid.xs, ...gutters.map(({ left, right }) => (left + right) / 2)].sort((a, b) => a - b);
  return { ...grid, xs, horizontal, vertical };
}

/** Row rules of the columns that gutters divide, as long as the column, as they count for all of it. */
function rulesAcross(grid: RuledGrid, gutters: readonly Gutter[]): Rule[] {
  const divided = new Set(gutters.map(({ left, right }) => slotOf(grid.xs, (left + right) / 2)));
  return [...divided].flatMap((column) => {
    const [left, right] = [grid.xs[column]!, grid.xs[column + 1]!];
    return grid.ys
      .filter((y) => grid.horizontal.some((rule) => separates(rule, (left + right) / 2, y)))
      .map((y) => ({ left, right, top: y, bottom: y, horizontal: true }));
  });
}

function guttersOf(grid: RuledGrid, lines: readonly (readonly Word[])[]): Gutter[] {
  const gutters: Gutter[] = [];
  for (const line of lines) {
    for (const gap of gapsOf(line)) {
      const size = line[0]!.size;
      const common = (gutter: Gutter) =>
        Math.min(gutter.right, gap.right) - Math.max(gutter.left, gap.left) - size * commonSizesMin;
      const known = gutters.find((gutter) => common(gutter) > 0);
      if (known === undefined) gutters.push({ ...gap, lines: 1 });
      else {
        known.left = Math.max(known.left, gap.left);
        known.right = Math.min(known.right, gap.right);
        known.lines++;
      }
    }
  }
  const isInside = ({ left, right }: Gap) => !grid.xs.some((x) => x >= left && x <= right);
  return gutters.filter((gutter) => gutter.lines >= linesMin && isInside(gutter));
}

/** Wide gaps of a line with numbers at both sides. */
function gapsOf(line: readonly Word[]): Gap[] {
  return line.slice(1).flatMap((word, index) => {
    const before = line[index]!;
    const width = word.left - before.right;
    const isBetween = isNumeric(before.text) && (isNumeric(word.text) || currency.test(word.text));
    if (width < word.size * gapSizesMin || !isBetween) return [];
    return [{ left: before.right, right: word.left, top: word.top, bottom: word.bottom }];
  });
}

function cuts(word: Rect, x: number, top: number, bottom: number): boolean {
  const middle = (word.top + word.bottom) / 2;
  return middle > top && middle < bottom && word.left < x && word.right > x;
}
