import { type PdfDocument } from './open-document';
import { type Pointer } from './pdfium';

const entriesMax = 10_000;
const levelMax = 9;

/** Heading levels by page and text, as the document outline gives them; 1 is outermost. */
export interface Outline {
  levelOf(page: number, text: string): number | null;
}

/** Reads the outline; loops in it and entries past 10,000 are left out. */
export function readOutline({ pdfium, document }: PdfDocument): Outline {
  const levels = new Map<string, number>();
  const seen = new Set<Pointer>();

  function walk(parent: Pointer, level: number): void {
    if (level > levelMax) return;
    let entry = pdfium.FPDFBookmark_GetFirstChild(document, parent);
    while (entry !== 0 && !seen.has(entry) && seen.size < entriesMax) {
      seen.add(entry);
      const current = entry;
      const title = pdfium.text('utf-16le', (buffer, size) =>
        pdfium.FPDFBookmark_GetTitle(current, buffer, size),
      );
      const destination = pdfium.FPDFBookmark_GetDest(document, entry);
      const page = destination === 0 ? -1 : pdfium.FPDFDest_GetDestPageIndex(document, destination);
      const key = keyOf(page, title);
      if (page >= 0 && title !== '' && !levels.has(key)) levels.set(key, level);
      walk(entry, level + 1);
      entry = pdfium.FPDFBookmark_GetNextSibling(document, entry);
    }
  }

  walk(0, 1);
  return { levelOf: (page, text) => levels.get(keyOf(page, text)) ?? null };
}

function keyOf(page: number, text: string): string {
  return `${page} ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')}`;
}
