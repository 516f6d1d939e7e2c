import { chain, identity, mapPoint, mapRect, type Matrix, type PageSpace } from './page-space';
import { type Pdfium, type Pointer } from './pdfium';
import { areaOf, heightOf, type Rect, widthOf } from './rect';

/** Drawn content of a page besides its text. */
export interface PageDrawings {
  /** Images, with the pixel count that the file declares. */
  images: (Rect & { pixels: number })[];
  /** Horizontal and vertical lines, and edges of boxes. */
  rules: Rule[];
  /** All other filled or stroked shapes, and whole groups of them. */
  shapes: Rect[];
  /** True where the page has more objects than are read. */
  truncated: boolean;
}

/** A thin line; horizontal or vertical. */
export interface Rule extends Rect {
  horizontal: boolean;
  /** True for the edge of a box that is filled and has no line around it. */
  shade?: true;
}

/** Object types `FPDF_PAGEOBJ_…` (`fpdf_edit.h`). */
const pathObject = 2;
const imageObject = 3;
const shadingObject = 4;
const formObject = 5;
const bezierSegment = 1;
const moveSegment = 2;

const objectsMax = 60_000;
const segmentsMax = 4_000;
const formDepthMax = 8;
const ruleThicknessMax = 2.5;
const ruleLengthMin = 5;
const boxSideMin = 15;
const backgroundShareMin = 0.3;

/** Reads the drawn objects of a loaded page; objects past 60,000 are left out. */
export function readDrawings(pdfium: Pdfium, page: Pointer, space: PageSpace): PageDrawings {
  const drawings: PageDrawings = { images: [], rules: [], shapes: [], truncated: false };
  const { scratch } = pdfium;
  let left = objectsMax;

  function matrixOf(object: Pointer): Matrix {
    if (pdfium.FPDFPageObj_GetMatrix(object, scratch) === 0) return identity;
    return [0, 4, 8, 12, 16, 20].map((offset) => pdfium.float(scratch + offset)) as unknown as Matrix;
  }

  function boundsOf(object: Pointer, outer: Matrix): Rect | null {
    const [l, b, r, t] = [scratch, scratch + 4, scratch + 8, scratch + 12] as const;
    if (pdfium.FPDFPageObj_GetBounds(object, l, b, r, t) === 0) return null;
    const rect = mapRect(outer, pdfium.float(l), pdfium.float(b), pdfium.float(r), pdfium.float(t));
    return Number.isFinite(rect.left + rect.top + rect.right + rect.bottom) ? rect : null;
  }

  function addPath(path: Pointer, outer: Matrix): void {
    const shown = pdfium.FPDFPath_GetDrawMode(path, scratch, scratch + 4) !== 0;
    const filled = pdfium.int(scratch) !== 0;
    const stroked = pdfium.int(scratch + 4) !== 0;
    if (!shown || (!filled && !stroked)) return;
    const bounds = boundsOf(path, outer);
    if (bounds === null) return;
    if (Math.min(widthOf(bounds), heightOf(bounds)) <= ruleThicknessMax) {
      addRule(bounds);
      return;
    }
    if (filled && !stroked && isNotCell(bounds)) {
      drawings.shapes.push(bounds);
      return;
    }
    const rules = straightRules(path, chain(matrixOf(path), outer));
    if (rules === null) drawings.shapes.push(bounds);
    else for (const rule of rules) addRule(rule, !stroked);
  }

  /** Whether a box is too large or too small for a table cell: a background, or a check box. */
  function isNotCell(bounds: Rect): boolean {
    const small = Math.max(widthOf(bounds), heightOf(bounds)) < boxSideMin;
    return small || areaOf(bounds) > space.width * space.height * backgroundShareMin;
  }

  function addRule(rect: Rect, isShade = false): void {
    const horizontal = widthOf(rect) >= heightOf(rect);
    if (Math.max(widthOf(rect), heightOf(rect)) >= ruleLengthMin)
      drawings.rules.push({ ...rect, horizontal, ...(isShade && { shade: true }) });
  }

  /** Straight lines of a path; null where a segment is curved or slanted. */
  function straightRules(path: Pointer, matrix: Matrix): Rect[] | null {
    const count = pdfium.FPDFPath_CountSegments(path);
    if (count > segmentsMax) return null;
    const rules: Rect[] = [];
    let start: readonly [number, number] = [0, 0];
    let from = start;
    const lineTo = (to: readonly [number, number]): boolean => {
      const rect = mapRect(identity, from[0], from[1], to[0], to[1]);
      from = to;
      if (Math.min(widthOf(rect), heightOf(rect)) > 1) return false;
      rules.push(rect);
      return true;
    };
    for (let index = 0; index < count; index++) {
      const segment = pdfium.FPDFPath_GetPathSegment(path, index);
      const type = pdfium.FPDFPathSegment_GetType(segment);
      if (type === bezierSegment) return null;
      pdfium.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
      const point = mapPoint(matrix, pdfium.float(scratch), pdfium.float(scratch + 4));
      if (type === moveSegment) start = from = point;
      else if (!lineTo(point)) return null;
      if (pdfium.FPDFPathSegment_GetClose(segment) !== 0 && !lineTo(start)) return null;
    }
    return rules;
  }

  function addImage(image: Pointer, outer: Matrix): void {
    const bounds = boundsOf(image, outer);
    if (bounds === null) return;
    pdfium.FPDFImageObj_GetImagePixelSize(image, scratch, scratch + 4);
    // PDFium returns the sizes as signed integers.
    const pixels = (pdfium.int(scratch) >>> 0) * (pdfium.int(scratch + 4) >>> 0);
    drawings.images.push({ ...bounds, pixels });
  }

  function add(object: Pointer, outer: Matrix, depth: number): void {
    if (object === 0 || left-- <= 0) return;
    const type = pdfium.FPDFPageObj_GetType(object);
    if (type === pathObject) addPath(object, outer);
    else if (type === imageObject) addImage(object, outer);
    else if (type === shadingObject) {
      const bounds = boundsOf(object, outer);
      if (bounds !== null) drawings.shapes.push(bounds);
    } else if (type === formObject && depth < formDepthMax) {
      const inner = chain(matrixOf(object), outer);
      const count = pdfium.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count && left > 0; index++) {
        add(pdfium.FPDFFormObj_GetObject(object, index), inner, depth + 1);
      }
    }
  }

  const count = pdfium.FPDFPage_CountObjects(page);
  for (let index = 0; index < count && left >= 0; index++) {
    add(pdfium.FPDFPage_GetObject(page, index), space.toRendered, 0);
  }
  drawings.truncated = left < 0;
  return drawings;
}
