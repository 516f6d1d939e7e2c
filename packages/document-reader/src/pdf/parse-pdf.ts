import { readFile } from 'node:fs/promises';
import { type BlockSink, type DocumentHead, type FormatInput } from '../block-sink';
import { type OcrEngine, openOcr } from '../ocr/ocr-engine';
import { DocumentError } from '../document-error';
import { createContinuedTables } from './continued-tables';
import { createCutWords } from './cut-words';
import { createLexicon, type Lexicon } from './layout/lexicon';
import { createSizeCounter, type TextSizes } from './layout/text-sizes';
import { createLayerJudge } from './layer-doubt';
import { metaText, openDocument, type PdfDocument } from './open-document';
import { readOutline } from './outline';
import { pageSpaceOf } from './page-space';
import { isPdfiumFault } from './pdfium';
import { createPageReader } from './read-page';
import { readWords, type TurnedWord } from './read-words';

const sampledPagesMax = 24;

const restartsMax = 5;

/**
 * Reads a PDF page by page: positioned text in reading order, tables, figures with crops, and OCR text of
 * scanned pages. Scripts in the file do not run.
 *
 * @throws DocumentError `encrypted`, `too_large`, `corrupt`
 */
export async function parsePdf(input: FormatInput, sink: BlockSink): Promise<DocumentHead> {
  const bytes = await readFile(input.path);
  const { pageCount, title, hasAttachments, ...facts } = await survey(bytes);
  if (hasAttachments)
    sink.warn('The files that are attached to the PDF were not read; send them by themselves.');
  sink.pagesTotal?.(pageCount);
  let engine: Promise<OcrEngine> | null = null;
  const cutWords = createCutWords(createContinuedTables(sink.block), facts.lexicon);
  const layerJudge = createLayerJudge(input.isLanguage);
  const start = async () => {
    const opened = await openDocument(bytes);
    return createPageReader({
      opened,
      sink: { ...sink, block: cutWords.block },
      ocrAllPages: input.ocrAllPages,
      ...facts,
      outline: readOutline(opened),
      layerJudge,
      openOcr: () => (engine ??= openOcr(input.language)),
    });
  };
  let restarts = 0;
  try {
    let reader = await start();
    for (let index = 0; index < pageCount; index++) {
      try {
        await reader.read(index);
      } catch (error) {
        if (!isPdfiumFault(error)) throw error;
        if (++restarts > restartsMax || pageCount === 1) throw unreadablePdf(error);
        sink.warn(`Page ${index + 1} takes too much memory, or is damaged, and was left out.`);
        sink.page({ page: index, width: 0, height: 0, ocr: false });
        reader = await start();
      }
    }
    cutWords.flush();
  } finally {
    await closeEngine(engine);
  }
  return { title, language: null, pageCount };
}

async function closeEngine(engine: Promise<OcrEngine> | null): Promise<void> {
  await (await engine)?.close();
}

function unreadablePdf(cause: unknown): DocumentError {
  return new DocumentError('corrupt', 'The PDF is damaged, or takes too much memory.', { cause });
}

/** Document-wide facts, collected before the first page is written. */
interface Survey {
  pageCount: number;
  title: string | null;
  hasAttachments: boolean;
  sizes: TextSizes;
  lexicon: Lexicon;
}

/** Collects the survey; font sizes and words come from up to 24 pages, spread over the document. */
async function survey(bytes: Uint8Array): Promise<Survey> {
  const counter = createSizeCounter();
  const lexicon = createLexicon();
  try {
    const opened = await openDocument(bytes);
    const { pageCount } = opened;
    const title = metaText(opened, 'Title');
    const hasAttachments = opened.pdfium.FPDFDoc_GetAttachmentCount(opened.document) > 0;
    try {
      const step = Math.max(1, Math.floor(pageCount / sampledPagesMax));
      for (let index = 0; index < pageCount; index += step) {
        const words = wordsOf(opened, index);
        lexicon.add(words);
        for (const { size, text } of words) counter.add(size, text.length);
      }
    } catch (error) {
      // A page that PDFium fails on is reported when it is read.
      if (!isPdfiumFault(error)) throw error;
    }
    return { pageCount, title, hasAttachments, sizes: counter.sizes(), lexicon };
  } catch (error) {
    throw isPdfiumFault(error) ? unreadablePdf(error) : error;
  }
}

function wordsOf({ pdfium, document }: PdfDocument, index: number): readonly TurnedWord[] {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return [];
  const { words } = readWords(pdfium, page, pageSpaceOf(pdfium, page));
  pdfium.FPDF_ClosePage(page);
  return words;
}
