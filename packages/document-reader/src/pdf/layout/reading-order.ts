import { median } from '../../median';
import { type Rect } from '../rect';
import { addressBlocks } from './address-blocks';
import { amountTableIn, itemTableIn } from './amount-flows';
import { type Atom, type Flow } from './atom';
import { arrange } from './arrangement';
import { areTableRows, flowsOfCells } from './cell-flows';
import { type Lexicon } from './lexicon';
import { linesOf } from './segment';
import { byColumn, columnsOf, type Interval, segmentsOf, type Strip, stripsOf, unite } from './strips';

/** Least width of a gap between columns, in font sizes. */
const gutterSizesMin = 0.6;
const defaultSize = 10;
/** Greatest distance, in font sizes, between a line and the column above or below it that it belongs to. */
const lineGapSizesMax = 0.95;
/** Greatest width of a space in a justified line, in font sizes. */
const spaceSizesMax = 2;
const spacesMax = 3;
const headingSizeRatioMin = 1.15;
const levelSizesMax = 1;
const headingRoomSizesMin = 2.2;
const depthMax = 40;
/** Rows from which the distance of rows is known; font sizes from an edge; distance as a share of the usual. */
const rowsOfValuesMin = 3;
const edgeSizesMax = 0.2;
const gapShareMax = 1.05;

/**
 * Reading order of the atoms of a page. White that crosses the whole page cuts it into strips; strips with
 * common columns are joined and read column by column, or as a table where the columns belong together row by
 * row. (Recursive XY cut, Nagy and Seth 1984; strips are joined first, so that gaps at equal heights do not
 * cut columns.)
 */
export function readingOrder(atoms: readonly Atom[], lexicon: Lexicon, depth = 0): Flow[] {
  const strips = stripsOf(atoms);
  const flows = flowsOfStrips(strips, lexicon, depth);
  if (depth > 0) return flows;
  // A line across the page, or one that is far from others, may have cut a table of items.
  const items = itemTableIn(strips, null);
  if (items === null || flows.some((flow) => flow.kind === 'table' && holds(flow.rect, items.table.rect)))
    return flows;
  const [above, below] = [items.above, items.below].map((part) => part.flatMap((strip) => strip.atoms));
  return [...readingOrder(above!, lexicon), items.table, ...readingOrder(below!, lexicon)];
}

/** Whether a rectangle holds another one, but for fractions of a point. */
function holds(outer: Rect, inner: Rect): boolean {
  return outer.top <= inner.top + 1 && outer.bottom >= inner.bottom - 1;
}

function flowsOfStrips(strips: readonly Strip[], lexicon: Lexicon, depth: number): Flow[] {
  const flows: Flow[] = [];
  let index = 0;
  let single: Strip[] = [];
  const endSingle = () => {
    flows.push(...flowsOf(single));
    single = [];
  };
  while (index < strips.length) {
    const strip = strips[index]!;
    if (depth >= depthMax || columnsOf(strip.taken, gutterOf(strip)).length < 2) {
      single.push(strip);
      index++;
      continue;
    }
    const above = linesAbove(single, strip);
    single = single.slice(0, single.length - above.length);
    const run = [...above, ...runFrom(strips, index, above)];
    index += run.length - above.length;
    const cut = flowsOfRun(run, lexicon, depth);
    if (cut === null) {
      single.push(...run);
      continue;
    }
    endSingle();
    flows.push(...cut);
  }
  endSingle();
  return flows;
}

/** Strips of a column that begins above its neighbours. */
function linesAbove(single: readonly Strip[], strip: Strip): Strip[] {
  let taken = strip.taken;
  let below = strip;
  let count = 0;
  for (let at = single.length - 1; at >= 0; at--) {
    const above = single[at]!;
    const both = unite(taken, above.taken);
    if (!isNear(above, partBelow(above, below)) || columnsOf(both, gutterOf(strip)).length < 2) break;
    taken = both;
    below = above;
    count++;
  }
  return single.slice(single.length - count);
}

/** Atoms of a strip below another strip, as a strip; atoms beside the other strip may be of any size. */
function partBelow(above: Strip, below: Strip): Strip {
  const atomsBelow = below.atoms.filter(({ rect }) =>
    above.taken.some(({ left, right }) => rect.left < right && left < rect.right),
  );
  return stripsOf(atomsBelow)[0] ?? below;
}

/**
 * Strips from `start` on that share a gutter; single lines between them, or close behind them, belong to the
 * run.
 */
function runFrom(strips: readonly Strip[], start: number, above: readonly Strip[]): Strip[] {
  let gutter = gutterOf(strips[start]!);
  let taken = above.reduce<Interval[]>((all, strip) => unite(all, strip.taken), [...strips[start]!.taken]);
  let end = start + 1;
  let near = true;
  for (let at = start + 1; at < strips.length; at++) {
    const strip = strips[at]!;
    const several = columnsOf(strip.taken, gutterOf(strip)).length >= 2;
    if (!several && headsSection(strips, at, taken)) break;
    // A large heading above columns has wider spaces than they have gutters.
    if (several) gutter = Math.min(gutter, gutterOf(strip));
    const both = unite(taken, strip.taken);
    const columns = columnsOf(both, gutter).length;
    // A line across some of the columns ends them, even where it leaves others free; spaces of a few lines
    // are no gutters.
    if (columns < 2 || (!several && crossesGap(strip, columnsOf(taken, gutter)))) break;
    near &&=
      isNear(strips[at - 1]!, strip) ||
      continuesValue(strip, strips.slice(start, at), columnsOf(taken, gutter));
    taken = both;
    if (several || near) end = at + 1;
    if (several) near = true;
  }
  return strips.slice(start, end);
}

/**
 * Whether a line begins at the edge of a column behind the first, no further below the strips than most of them
 * are from each other: the end of a value of several lines.
 */
function continuesValue(strip: Strip, above: readonly Strip[], columns: readonly Interval[]): boolean {
  if (above.length < rowsOfValuesMin || strip.taken.length > 1) return false;
  const { left } = strip.taken[0]!;
  const isNearEdge = (edge: Interval) => Math.abs(edge.left - left) < strip.size * edgeSizesMax;
  const isAtEdge = columns.slice(1).some(isNearEdge) && above.at(-1)!.taken.some(isNearEdge);
  const gaps = above.slice(1).map(({ top }, index) => top - above[index]!.bottom);
  return isAtEdge && strip.top - above.at(-1)!.bottom <= median(gaps)! * gapShareMax;
}

/**
 * Whether a line continues across the gutters: it crosses a wide one, or more of them than the spaces of a
 * justified line make.
 */
function crossesGap(strip: Strip, columns: readonly Interval[]): boolean {
  const crossed = columns.slice(1).flatMap(({ left }, index) => {
    const { right } = columns[index]!;
    return strip.taken.some((line) => line.left < right && line.right > left) ? [left - right] : [];
  });
  return crossed.length > spacesMax || crossed.some((width) => width >= strip.size * spaceSizesMax);
}

/**
 * Whether a heading stands alone at the left, with room beside it, and new columns begin below it at one
 * height.
 */
function headsSection(strips: readonly Strip[], at: number, columns: readonly Interval[]): boolean {
  const strip = strips[at]!;
  const above = strips[at - 1]!;
  // The first lines of columns may differ in height by some points and thus be strips of their own.
  const below = strips.slice(at + 1, at + 3);
  const started = columnsOf(
    below.reduce<Interval[]>((all, { taken }) => unite(all, taken), []),
    gutterOf(strip),
  );
  if (started.length < 2) return false;
  const atoms = byColumn(
    below.flatMap((other) => other.atoms),
    started,
  );
  const tops = atoms.map((column) => Math.min(...column.map(({ rect }) => rect.top)));
  if (Math.max(...tops) - Math.min(...tops) > strip.size * levelSizesMax) return false;
  const larger = strip.size >= Math.min(above.size, below[0]!.size) * headingSizeRatioMin;
  const leftmost = strip.taken[0]!.left <= columns[0]!.left + strip.size;
  return larger && leftmost && below[0]!.top - above.bottom > strip.size * headingRoomSizesMin;
}

function isNear(above: Strip, below: Strip): boolean {
  const size = Math.max(above.size, below.size);
  const alike = Math.abs(above.size - below.size) <= size * 0.1;
  return alike && below.top - above.bottom <= size * lineGapSizesMax;
}

function gutterOf(strip: Strip): number {
  return (strip.size === 0 ? defaultSize : strip.size) * gutterSizesMin;
}

/** Reads strips with common columns; null where their gaps have no meaning. */
function flowsOfRun(run: readonly Strip[], lexicon: Lexicon, depth: number): Flow[] | null {
  const taken = run.reduce<Interval[]>((all, strip) => unite(all, strip.taken), []);
  const columns = columnsOf(taken, Math.min(...run.map(gutterOf)));
  const arrangement = arrange(run, columns, lexicon);
  const read = (part: readonly Atom[]) => readingOrder(part, lexicon, depth + 1);
  const isTable =
    arrangement.kind === 'table' || (arrangement.kind === 'cells' && areTableRows(arrangement.rows));
  const between =
    amountTableIn(run, isTable ? columns : null) ?? itemTableIn(run, isTable ? columns.length : null);
  if (between !== null) {
    const [above, below] = [between.above, between.below].map((strips) =>
      strips.flatMap(({ atoms }) => atoms),
    );
    return [...read(above!), between.table, ...read(below!)];
  }
  const addresses = isTable ? addressBlocks(run, columns) : null;
  if (addresses !== null) {
    const head = run.slice(0, addresses.strips).flatMap(({ atoms }) => atoms);
    const below = run.slice(addresses.strips);
    return [...byColumn(head, addresses.blocks).flatMap(read), ...read(below.flatMap(({ atoms }) => atoms))];
  }
  if (arrangement.kind === 'cells') return flowsOfCells(arrangement.rows, lexicon, read);
  if (arrangement.kind === 'table') {
    const shared = (strip: Strip) => columnsOf(strip.taken, gutterOf(strip)).length >= 2;
    const first = run.findIndex(shared);
    const last = lastOfTable(run, run.findLastIndex(shared), columns);
    if (first > 0 || last < run.length - 1) {
      const middle = run.slice(first, last + 1);
      const table = flowsOfRun(middle, lexicon, depth) ?? flowsOf(middle);
      return [...flowsOf(run.slice(0, first)), ...table, ...flowsOf(run.slice(last + 1))];
    }
    return [arrangement];
  }
  if (arrangement.kind === 'rows') return null;
  return byColumn(
    run.flatMap((strip) => strip.atoms),
    columns,
  ).flatMap(read);
}

/**
 * Index of the last strip of a table: lines below its last row that leave the first column free, no further from
 * each other than rows are, are the ends of a value of several lines.
 */
function lastOfTable(run: readonly Strip[], lastRow: number, columns: readonly Interval[]): number {
  const gapTo = (at: number) => run[at]!.top - run[at - 1]!.bottom;
  const usual = Math.max(...run.slice(1, lastRow + 1).map((_, index) => gapTo(index + 1)));
  let last = lastRow;
  while (
    last + 1 < run.length &&
    gapTo(last + 1) <= usual &&
    byColumn(run[last + 1]!.atoms, columns)[0]!.length === 0
  )
    last++;
  return last;
}

/** Reads strips from top to bottom. */
function flowsOf(strips: readonly Strip[]): Flow[] {
  const flows: Flow[] = [];
  for (const strip of strips) {
    const lines = linesOf(segmentsOf(strip.atoms));
    const last = flows.at(-1);
    if (last?.kind === 'lines') last.lines.push(...lines);
    else if (lines.length > 0) flows.push({ kind: 'lines', lines });
    for (const atom of strip.atoms) if (atom.kind !== 'segment') flows.push(atom);
  }
  return flows;
}
