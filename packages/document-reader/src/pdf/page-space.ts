import { type Pdfium, type Pointer } from './pdfium';
import { type Rect } from './rect';

/** An affine transformation matrix as in PDF: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Product of two matrices that applies `inner` first, then `outer`. */
export function chain(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

export function mapPoint([a, b, c, d, e, f]: Matrix, x: number, y: number): [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Upright rectangle around a transformed rectangle, which is given by two opposite corners in any order. */
export function mapRect(matrix: Matrix, x1: number, y1: number, x2: number, y2: number): Rect {
  const [ax, ay] = mapPoint(matrix, x1, y1);
  const [bx, by] = mapPoint(matrix, x2, y2);
  const [cx, cy] = mapPoint(matrix, x1, y2);
  const [dx, dy] = mapPoint(matrix, x2, y1);
  return {
    left: Math.min(ax, bx, cx, dx),
    top: Math.min(ay, by, cy, dy),
    right: Math.max(ax, bx, cx, dx),
    bottom: Math.max(ay, by, cy, dy),
  };
}

/** Crop box and rotation of a page, as its viewers apply them. */
export interface PageSpace {
  /** Width of the rendered page in points, after rotation. */
  width: number;
  height: number;
  /** Transformation from PDF coordinates to points from the top left of the rendered page. */
  toRendered: Matrix;
}

/** Reads crop box and rotation of a loaded page. */
export function pageSpaceOf(pdfium: Pdfium, page: Pointer): PageSpace {
  const { scratch } = pdfium;
  const width = pdfium.FPDF_GetPageWidthF(page);
  const height = pdfium.FPDF_GetPageHeightF(page);
  pdfium.FPDF_GetPageBoundingBox(page, scratch);
  const left = pdfium.float(scratch);
  const top = pdfium.float(scratch + 4);
  const right = pdfium.float(scratch + 8);
  const bottom = pdfium.float(scratch + 12);
  const turns: Matrix[] = [
    [1, 0, 0, -1, -left, top],
    [0, 1, 1, 0, -bottom, -left],
    [-1, 0, 0, 1, right, -bottom],
    [0, -1, -1, 0, top, right],
  ];
  return { width, height, toRendered: turns[pdfium.FPDFPage_GetRotation(page) & 3]! };
}

/** Whether the middle of what is drawn lies on the rendered page; the rest is cropped away. */
export function isOnPage(rect: Rect, { width, height }: PageSpace): boolean {
  const x = (rect.left + rect.right) / 2;
  const y = (rect.top + rect.bottom) / 2;
  return x >= 0 && x <= width && y >= 0 && y <= height;
}
