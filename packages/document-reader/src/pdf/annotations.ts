import { isOnPage, mapRect, type PageSpace } from './page-space';
import { type Pdfium, type Pointer } from './pdfium';
import { type TurnedWord } from './read-words';
import { type Rect } from './rect';

/** Annotations of a page. */
export interface PageAnnotations {
  /** Values of form fields, each as one word in its field. */
  values: TurnedWord[];
  /** Remarks of readers: notes, comments on marked text, free text. */
  notes: { text: string; rect: Rect }[];
}

/** Subtype of form fields, `FPDF_ANNOT_WIDGET` (`fpdf_annot.h`). */
const widget = 20;
/**
 * Subtypes with remarks (`fpdf_annot.h`): notes, free text, lines and shapes, marks on text, stamps, carets,
 * ink and attached files.
 */
const NOTES = new Set([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17]);
/** Flags of annotations that are not shown on screens: hidden, not viewed (ISO 32000, table 167). */
const notShown = 2 | 32;
const annotationsMax = 5_000;
const lineSizeMax = 12;

/**
 * Reads the form fields and the notes of a loaded page, of those that lie on its shown part.
 *
 * @param valueOf reads what the field of a widget shows
 */
export function readAnnotations(
  pdfium: Pdfium,
  page: Pointer,
  space: PageSpace,
  valueOf: (widget: Pointer) => string,
): PageAnnotations {
  const found: PageAnnotations = { values: [], notes: [] };
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), annotationsMax);
  if (count === 0) return found;
  const contents = pdfium.store(Buffer.from('Contents\0'));

  function remarkOf(annotation: Pointer): string {
    const text = pdfium.text('utf-16le', (buffer, size) =>
      pdfium.FPDFAnnot_GetStringValue(annotation, contents, buffer, size),
    );
    return text.trim().replace(/\r\n?/gu, '\n');
  }

  function read(annotation: Pointer): void {
    const subtype = pdfium.FPDFAnnot_GetSubtype(annotation);
    const rect = rectOf(pdfium, annotation, space);
    if (!isOnPage(rect, space)) return;
    if (subtype === widget) {
      if ((pdfium.FPDFAnnot_GetFlags(annotation) & notShown) !== 0) return;
      const text = valueOf(annotation).trim().replace(/\s+/gu, ' ');
      if (text !== '' && text !== 'Off') found.values.push(wordOf(rect, text));
    } else if (NOTES.has(subtype)) {
      const text = remarkOf(annotation);
      if (text !== '') found.notes.push({ text, rect });
    }
  }

  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    read(annotation);
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
  return found;
}

function rectOf(pdfium: Pdfium, annotation: Pointer, space: PageSpace): Rect {
  const { scratch } = pdfium;
  pdfium.FPDFAnnot_GetRect(annotation, scratch);
  const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => pdfium.float(scratch + offset));
  return mapRect(space.toRendered, left!, bottom!, right!, top!);
}

function wordOf(rect: Rect, text: string): TurnedWord {
  const size = Math.min(lineSizeMax, (rect.bottom - rect.top) * 0.7);
  return {
    ...rect,
    text,
    baseline: (rect.top + rect.bottom) / 2 + size * 0.3,
    size,
    bold: false,
    confidence: 1,
    rtl: false,
    spaceBefore: true,
    order: -2,
    line: null,
    mark: -1,
    turn: 0,
  };
}
