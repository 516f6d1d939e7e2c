import { type GreyImage } from '../ocr/grey-image';
import { type Pdfium, type Pointer } from './pdfium';
import { type PageSpace } from './page-space';
import { heightOf, type Rect, widthOf } from './rect';

/** RGB pixels, one byte per channel, row by row from the top. */
export interface ColourImage {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Values of `FPDFBitmap_…` and flags of `FPDF_RenderPageBitmap` (`fpdfview.h`). */
const greyFormat = 1;
const bgrxFormat = 3;
const withAnnotations = 1;
const reversedBytes = 0x10;
const white = 0xffffffff;
const ocrDotsPerInch = 300;
const ocrPixelsMax = 20_000_000;
const cropDotsPerInch = 144;
const cropSideMax = 1_600;
const pointsPerInch = 72;

/**
 * Renders a loaded page in grey for OCR, at 300 dpi, or less where the page is larger than 20 million pixels.
 */
export function renderForOcr(pdfium: Pdfium, page: Pointer, { width, height }: PageSpace): GreyImage {
  const wanted = ocrDotsPerInch / pointsPerInch;
  const scale = Math.min(wanted, Math.sqrt(ocrPixelsMax / (width * height)));
  const [columns, rows] = [pixelsOf(width, scale), pixelsOf(height, scale)];
  const image = render(pdfium, page, greyFormat, columns, rows, 0, 0, columns, rows);
  return { width: columns, height: rows, pixels: image, dotsPerInch: Math.round(scale * pointsPerInch) };
}

/**
 * Renders a rectangle of a loaded page at 144 dpi, or less where a side would be longer than 1,600 pixels.
 */
export function renderCrop(pdfium: Pdfium, page: Pointer, space: PageSpace, part: Rect): ColourImage {
  const wanted = cropDotsPerInch / pointsPerInch;
  const scale = Math.min(wanted, cropSideMax / Math.max(widthOf(part), heightOf(part)));
  const [width, height] = [pixelsOf(widthOf(part), scale), pixelsOf(heightOf(part), scale)];
  const [left, top] = [Math.round(-part.left * scale), Math.round(-part.top * scale)];
  const whole = [pixelsOf(space.width, scale), pixelsOf(space.height, scale)] as const;
  const rgbx = render(pdfium, page, bgrxFormat, width, height, left, top, whole[0], whole[1]);
  const pixels = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < pixels.length; from += 4, to += 3) {
    pixels[to] = rgbx[from]!;
    pixels[to + 1] = rgbx[from + 1]!;
    pixels[to + 2] = rgbx[from + 2]!;
  }
  return { width, height, pixels };
}

function pixelsOf(points: number, scale: number): number {
  return Math.max(1, Math.round(points * scale));
}

/** Renders the page, scaled and shifted, onto a white bitmap; returns its rows without padding. */
function render(
  pdfium: Pdfium,
  page: Pointer,
  format: number,
  width: number,
  height: number,
  left: number,
  top: number,
  pageWidth: number,
  pageHeight: number,
): Uint8Array {
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, format, 0, 0);
  if (bitmap === 0) throw new RangeError('PDFium has no memory left for a picture of the page');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
  const flags = withAnnotations | (format === bgrxFormat ? reversedBytes : 0);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, left, top, pageWidth, pageHeight, 0, flags);
  const rowBytes = width * (format === bgrxFormat ? 4 : 1);
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  const buffer = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const rows = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row++) {
    rows.set(pdfium.bytes(buffer + row * stride, rowBytes), row * rowBytes);
  }
  pdfium.FPDFBitmap_Destroy(bitmap);
  return rows;
}
