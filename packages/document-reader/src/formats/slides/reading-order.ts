import { type Frame } from './placeholder';

/** Shapes of a slide past which they keep the order of the file. */
const placedMax = 500;
/** Part of a frame's side that may lie over its neighbour: frames of text are larger than the text. */
const overlap = 0.04;
/** A slide is cut into columns where their gap is so many times that of the rows: grids are read by rows. */
const columnsGapMin = 1.5;

/** A shape, or a group of shapes that stay together; the frame is null where nothing tells its place. */
export interface Placed<T> {
  frame: Frame | null;
  items: readonly T[];
}

interface Node<T> extends Placed<T> {
  frame: Frame;
  inside: Node<T>[];
}

interface Gap {
  size: number;
  /** Where the nodes behind the gap begin. */
  at: number;
}

/**
 * Orders the shapes of a slide as they are read: the slide is cut at its widest gap between shapes, into rows
 * from top to bottom or, where they stand clearly apart, columns from left to right, and each part again. A
 * shape that lies on a larger one follows it. Shapes without a place come last.
 */
export function inReadingOrder<T>(placed: readonly Placed<T>[]): T[] {
  if (placed.length > placedMax) return placed.flatMap(({ items }) => items);
  const nodes = placed.flatMap<Node<T>>(({ frame, items }) =>
    frame === null ? [] : [{ frame, items, inside: [] }],
  );
  const placeless = placed.flatMap(({ frame, items }) => (frame === null ? items : []));
  return [...itemsOf(nested(nodes)), ...placeless];
}

/** The outermost nodes, with the others in the smallest that hold them. */
function nested<T>(nodes: readonly Node<T>[]): Node<T>[] {
  const bySize = [...nodes].sort((a, b) => areaOf(a.frame) - areaOf(b.frame));
  const outermost: Node<T>[] = [];
  for (const [at, node] of bySize.entries()) {
    const holder = bySize.slice(at + 1).find((larger) => holds(larger.frame, node.frame));
    (holder?.inside ?? outermost).push(node);
  }
  return outermost;
}

function itemsOf<T>(nodes: readonly Node<T>[]): T[] {
  return ordered(nodes).flatMap(({ items, inside }) => [...items, ...itemsOf(inside)]);
}

function ordered<T>(nodes: readonly Node<T>[]): readonly Node<T>[] {
  if (nodes.length < 2) return nodes;
  const rows = widestGap(nodes, 'y', 'height');
  const columns = widestGap(nodes, 'x', 'width');
  if (rows === null && columns === null)
    return [...nodes].sort((a, b) => a.frame.y - b.frame.y || a.frame.x - b.frame.x);
  const isRows = columns === null || (rows !== null && rows.size * columnsGapMin >= columns.size);
  const axis = isRows ? 'y' : 'x';
  const { at } = isRows ? rows! : columns;
  const isBehind = ({ frame }: Node<T>) => frame[axis] >= at;
  return [...ordered(nodes.filter((node) => !isBehind(node))), ...ordered(nodes.filter(isBehind))];
}

/** The widest gap that no frame crosses; null where there is none. */
function widestGap(nodes: readonly Node<unknown>[], axis: 'x' | 'y', side: 'width' | 'height'): Gap | null {
  const frames = nodes.map(({ frame }) => frame).sort((a, b) => a[axis] - b[axis]);
  let widest: Gap | null = null;
  let end = -Infinity;
  for (const frame of frames) {
    const start = frame[axis];
    const size = start - end;
    // Shapes without extent leave gaps that nothing lies before.
    const parts = start > frames[0]![axis] && size >= 0;
    if (parts && (widest === null || size > widest.size)) widest = { size, at: start };
    end = Math.max(end, start + frame[side] * (1 - overlap));
  }
  return widest;
}

/** Shapes of the same size hold nothing of each other: they keep the order of the file. */
function holds(outer: Frame, inner: Frame): boolean {
  return (
    areaOf(outer) > areaOf(inner) &&
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  );
}

const areaOf = ({ width, height }: Frame): number => width * height;
