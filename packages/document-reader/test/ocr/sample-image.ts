import { openDocument } from '../../src/pdf/open-document';
import { line, makePdf } from '../pdf/make-pdf';

/** The text on the sample. */
export const sampleLines = [
  'The harbour office keeps a record of every vessel',
  'that comes and goes. Its first volume begins in the',
  'spring of 1871, when the wooden pier was finished',
];

const scale = 150 / 72;

/** A picture of grey pixels, as scanners make it. */
export interface GreyPicture {
  width: number;
  height: number;
  grey: Uint8Array;
}

/** Three lines of print at 150 dpi. */
export function sampleImage(): Promise<GreyPicture> {
  const content = sampleLines.map((text, index) => line(text, 40, 85 - index * 22, { size: 12 })).join('');
  return printed(content, [400, 120]);
}

/** What is on a page, with its size in points, at 150 dpi. */
export async function printed(content: string, size: [width: number, height: number]): Promise<GreyPicture> {
  const { pdfium, document } = await openDocument(makePdf([{ content, size }]));
  const page = pdfium.FPDF_LoadPage(document, 0);
  const [width, height] = [Math.round(size[0] * scale), Math.round(size[1] * scale)];
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, 1, 0, 0);
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0);
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  const from = pdfium.bytes(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height);
  const grey = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    grey.set(from.subarray(row * stride, row * stride + width), row * width);
  }
  return { width, height, grey };
}
