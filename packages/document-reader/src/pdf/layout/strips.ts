import { around, type Rect } from '../rect';
import { type Atom } from './atom';
import { linesOf, type Segment } from './segment';

/** Atoms side by side, which no horizontal white line separates. */
export interface Strip {
  atoms: Atom[];
  top: number;
  bottom: number;
  /** Horizontal intervals that atoms cover; disjoint, ascending. */
  taken: Interval[];
  /** Largest font size in points, 0 without text. */
  size: number;
}

/** A horizontal interval, in points. */
export interface Interval {
  left: number;
  right: number;
}

/** Rectangle of an atom without the space that its font reserves above and below. */
export function coreOf(atom: Atom): Rect {
  if (atom.kind === 'table')
    return { ...atom.rect, left: (atom.core ?? atom.rect).left, right: (atom.core ?? atom.rect).right };
  if (atom.kind === 'figure' || atom.kind === 'contents') return atom.rect;
  const { left, right, baseline, size } = atom.segment;
  return { left, right, top: baseline - size * 0.68, bottom: baseline + size * 0.12 };
}

/** Cuts atoms into strips, from top to bottom. */
export function stripsOf(atoms: readonly Atom[]): Strip[] {
  const strips: Strip[] = [];
  const sorted = atoms.map((atom) => ({ atom, core: coreOf(atom) })).sort((a, b) => a.core.top - b.core.top);
  for (const { atom, core } of sorted) {
    const size = atom.kind === 'segment' ? atom.segment.size : 0;
    const interval = { left: core.left, right: core.right };
    const last = strips.at(-1);
    if (last === undefined || core.top >= last.bottom) {
      strips.push({ atoms: [atom], top: core.top, bottom: core.bottom, taken: [interval], size });
    } else {
      last.atoms.push(atom);
      last.bottom = Math.max(last.bottom, core.bottom);
      last.taken = unite(last.taken, [interval]);
      last.size = Math.max(last.size, size);
    }
  }
  return strips;
}

/** Union of two lists of intervals. */
export function unite(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const united: Interval[] = [];
  for (const interval of [...a, ...b].sort((x, y) => x.left - y.left)) {
    const last = united.at(-1);
    if (last === undefined || interval.left > last.right) united.push({ ...interval });
    else last.right = Math.max(last.right, interval.right);
  }
  return united;
}

/** Columns: intervals, joined where the gap between them is less than `gapMin` points. */
export function columnsOf(taken: readonly Interval[], gapMin: number): Interval[] {
  const columns: Interval[] = [];
  for (const interval of taken) {
    const last = columns.at(-1);
    if (last === undefined || interval.left - last.right >= gapMin) columns.push({ ...interval });
    else last.right = Math.max(last.right, interval.right);
  }
  return columns;
}

/** Atoms by column. */
export function byColumn(atoms: readonly Atom[], columns: readonly Interval[]): Atom[][] {
  const parts: Atom[][] = columns.map(() => []);
  for (const atom of atoms) {
    const { left, right } = coreOf(atom);
    const middle = (left + right) / 2;
    const index = columns.findIndex((column) => middle <= column.right);
    parts[index < 0 ? columns.length - 1 : index]!.push(atom);
  }
  return parts;
}

/** Segments among atoms. */
export function segmentsOf(atoms: readonly Atom[]): Segment[] {
  return atoms.flatMap((atom) => (atom.kind === 'segment' ? [atom.segment] : []));
}

/** Lines of text by strip and column. */
export function cellsOf(run: readonly Strip[], columns: readonly Interval[]): Segment[][][] {
  return run.map(({ atoms }) => byColumn(atoms, columns).map((cell) => linesOf(segmentsOf(cell))));
}

/** Rectangle around atoms; there must be at least one. */
export function aroundAtoms(atoms: readonly Atom[]): Rect {
  return around(atoms.map((atom) => atom.rect));
}
