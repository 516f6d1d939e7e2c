import { DocumentError } from '../document-error';
import { createPdfium, type Pdfium, type Pointer } from './pdfium';
import { withNewTrailer } from './repair';

/** Error codes of `FPDF_GetLastError` (`fpdfview.h`). */
const passwordError = 4;
const securityError = 5;
const pagesMax = 50_000;

/**
 * An open PDF file. Its PDFium instance belongs to it alone; both are freed together by the garbage
 * collector.
 */
export interface PdfDocument {
  pdfium: Pdfium;
  document: Pointer;
  pageCount: number;
}

/**
 * Opens a PDF with the empty password. A file with a broken cross-reference table, or without its end, is
 * searched for objects.
 *
 * @throws DocumentError `encrypted`, `too_large` past 50,000 pages, `corrupt`
 */
export async function openDocument(bytes: Uint8Array): Promise<PdfDocument> {
  const pdfium = await createPdfium();
  const load = (file: Uint8Array) => pdfium.FPDF_LoadMemDocument(pdfium.store(file), file.length, 0);
  let document = load(bytes);
  if (document === 0) {
    const error = pdfium.FPDF_GetLastError();
    if (error === passwordError || error === securityError) {
      throw new DocumentError('encrypted', 'The PDF is protected by a password.');
    }
    const repaired = withNewTrailer(bytes);
    document = repaired === null ? 0 : load(repaired);
  }
  if (document === 0) throw new DocumentError('corrupt', 'The PDF is damaged beyond repair.');
  const pageCount = pdfium.FPDF_GetPageCount(document);
  if (pageCount < 1) throw new DocumentError('corrupt', 'The PDF has no pages.');
  if (pageCount > pagesMax) {
    throw new DocumentError('too_large', `The PDF has more than ${pagesMax} pages.`);
  }
  return { pdfium, document, pageCount };
}

/** Entry of the document information dictionary, such as `Title`; null where it is missing or blank. */
export function metaText({ pdfium, document }: PdfDocument, tag: string): string | null {
  const name = pdfium.store(Buffer.from(`${tag}\0`));
  const text = pdfium.text('utf-16le', (buffer, size) =>
    pdfium.FPDF_GetMetaText(document, name, buffer, size),
  );
  return text.trim() === '' ? null : text.trim();
}
