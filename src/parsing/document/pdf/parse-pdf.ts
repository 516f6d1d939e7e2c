import { readFile } from 'node:fs/promises';
import { type BlockSink, type DocumentHead, type FormatInput } from '../block-sink';
import { type OcrEngine, openOcr } from '../ocr/ocr-engine';
import { createSizeCounter, type TextSizes } from './layout/text-sizes';
import { metaText, openDocument, type PdfDocument } from './open-document';
import { readOutline } from './outline';
import { pageSpaceOf } from './page-space';
import { createPageReader } from './read-page';
import { readWords } from './read-words';

const sampledPagesMax = 24;

/**
 * Reads a PDF page by page: text with its places, in the order of reading, tables, figures with crops, and OCR for pages
 * that are pictures. Scripts in the file do not run.
 *
 * @throws ParseError `encrypted_file`, `file_too_large`, `parse_failed`
 */
export async function parsePdf(input: FormatInput, sink: BlockSink): Promise<DocumentHead> {
  const opened = await openDocument(await readFile(input.path));
  let engine: Promise<OcrEngine> | null = null;
  const reader = createPageReader({
    opened,
    sink,
    ocrAllPages: input.ocrAllPages,
    sizes: sampleSizes(opened),
    outline: readOutline(opened),
    openOcr: () => (engine ??= openOcr(input.language)),
  });
  try {
    for (let index = 0; index < opened.pageCount; index++) await reader.read(index);
  } finally {
    await (engine as Promise<OcrEngine> | null)?.then((opened_) => opened_.close());
  }
  const title = metaText(opened, 'Title');
  return { modality: 'document', title, language: null, pageCount: opened.pageCount };
}

/** Font sizes of up to 24 pages, spread over the document. */
function sampleSizes({ pdfium, document, pageCount }: PdfDocument): TextSizes {
  const counter = createSizeCounter();
  const step = Math.max(1, Math.floor(pageCount / sampledPagesMax));
  for (let index = 0; index < pageCount; index += step) {
    const page = pdfium.FPDF_LoadPage(document, index);
    if (page === 0) continue;
    const { words } = readWords(pdfium, page, pageSpaceOf(pdfium, page));
    for (const { size, text } of words) counter.add(size, text.length);
    pdfium.FPDF_ClosePage(page);
  }
  return counter.sizes();
}
