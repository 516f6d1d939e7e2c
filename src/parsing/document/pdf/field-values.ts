import { mapRect, type PageSpace } from './page-space';
import { type Pdfium, type Pointer } from './pdfium';
import { type TurnedWord } from './read-words';

/** `FPDF_ANNOT_WIDGET` (`fpdf_annot.h`). */
const widget = 20;
const fieldsMax = 5_000;
const lineSizeMax = 12;

/** What is filled into the form fields of a loaded page, each value as one word in its field. */
export function readFieldValues(pdfium: Pdfium, page: Pointer, space: PageSpace): TurnedWord[] {
  const found: TurnedWord[] = [];
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), fieldsMax);
  if (count === 0) return found;
  const key = pdfium.store(Buffer.from('V\0'));
  for (let index = 0; index < count; index++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    if (pdfium.FPDFAnnot_GetSubtype(annotation) === widget) {
      const value = pdfium.text('utf-16le', (buffer, size) =>
        pdfium.FPDFAnnot_GetStringValue(annotation, key, buffer, size),
      );
      const text = value.replace(/\s+/gu, ' ').trim();
      if (text !== '' && text !== 'Off') found.push(wordOf(pdfium, annotation, space, text));
    }
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
  return found;
}

function wordOf(pdfium: Pdfium, annotation: Pointer, space: PageSpace, text: string): TurnedWord {
  const { scratch } = pdfium;
  pdfium.FPDFAnnot_GetRect(annotation, scratch);
  const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => pdfium.float(scratch + offset));
  const rect = mapRect(space.toRendered, left!, bottom!, right!, top!);
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
