import { mapRect, type PageSpace } from './page-space';
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
const annotationsMax = 5_000;
const lineSizeMax = 12;

/** Reads the form fields and the notes of a loaded page. */
export function readAnnotations(pdfium: Pdfium, page: Pointer, space: PageSpace): PageAnnotations {
  const found: PageAnnotations = { values: [], notes: [] };
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), annotationsMax);
  if (count === 0) return found;
  const value = pdfium.store(Buffer.from('V\0'));
  const contents = pdfium.store(Buffer.from('Contents\0'));

  function textOf(annotation: Pointer, key: Pointer): string {
    return pdfium
      .text('utf-16le', (buffer, size) => pdfium.FPDFAnnot_GetStringValue(annotation, key, buffer, size))
      .trim();
  }

  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = pdfium.FPDFAnnot_GetSubtype(annotation);
    if (subtype === widget) {
      const text = textOf(annotation, value).replace(/\s+/gu, ' ');
      if (text !== '' && text !== 'Off') found.values.push(wordOf(rectOf(pdfium, annotation, space), text));
    } else if (NOTES.has(subtype)) {
      const text = textOf(annotation, contents).replace(/\r\n?/gu, '\n');
      if (text !== '') found.notes.push({ text, rect: rectOf(pdfium, annotation, space) });
    }
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
