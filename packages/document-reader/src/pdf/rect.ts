import { type Box } from '../block';

/** A rectangle on a rendered page, in points from its top left. */
export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function widthOf(rect: Rect): number {
  return rect.right - rect.left;
}

export function heightOf(rect: Rect): number {
  return rect.bottom - rect.top;
}

export function areaOf(rect: Rect): number {
  return Math.max(0, widthOf(rect)) * Math.max(0, heightOf(rect));
}

/** Smallest rectangle around all; there must be at least one. */
export function around(rects: Iterable<Rect>): Rect {
  const all = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { left, top, right, bottom } of rects) {
    all.left = Math.min(all.left, left);
    all.top = Math.min(all.top, top);
    all.right = Math.max(all.right, right);
    all.bottom = Math.max(all.bottom, bottom);
  }
  return all;
}

/** Intersection of two rectangles; its area is 0 where they do not overlap. */
export function overlapOf(a: Rect, b: Rect): Rect {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  return {
    left,
    top,
    right: Math.max(left, Math.min(a.right, b.right)),
    bottom: Math.max(top, Math.min(a.bottom, b.bottom)),
  };
}

/** Whether the centre of `inner` lies in `outer`. */
export function holdsMiddle(outer: Rect, inner: Rect): boolean {
  const x = (inner.left + inner.right) / 2;
  const y = (inner.top + inner.bottom) / 2;
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom;
}

/** Distance between the nearest points of two rectangles; 0 where they overlap. */
export function distanceOf(a: Rect, b: Rect): number {
  const x = Math.max(0, a.left - b.right, b.left - a.right);
  const y = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  return Math.hypot(x, y);
}

/** Rectangle as fractions of a page of that size, clipped at its edges. */
export function boxOf(rect: Rect, page: { width: number; height: number }): Box {
  const fraction = (value: number, whole: number) =>
    Math.round(Math.min(1, Math.max(0, value / whole)) * 1e5) / 1e5;
  const left = fraction(rect.left, page.width);
  const top = fraction(rect.top, page.height);
  return {
    left,
    top,
    width: Math.max(0, Math.round((fraction(rect.right, page.width) - left) * 1e5) / 1e5),
    height: Math.max(0, Math.round((fraction(rect.bottom, page.height) - top) * 1e5) / 1e5),
  };
}
