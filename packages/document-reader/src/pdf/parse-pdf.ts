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
import { type PageWords, readWords } from './read-words';

const sampledPagesMax = 24;
/** Characters of a surveyed page by which its language is told. */
const sampleCharsMax = 1_000;

const restartsMax = 5;
/** Words that are kept from the survey until their page is read. */
const knownWordsMax = 60_000;

/**
 * Reads a PDF page by page: positioned text in reading order, tables, figures with crops, and OCR text of
 * scanned pages. Scripts in the file do not run.
 *
 * @throws DocumentError `encrypted`, `too_large`, `corrupt`
 */
export async function parsePdf(input: FormatInput, sink: BlockSink): Promise<DocumentHead> {
  const bytes = await readFile(input.path);
  const { pageCount, title, hasAttachments, samples, opened: first, ...facts } = await survey(bytes);
  if (hasAttachments)
    sink.warn('The files that are attached to the PDF were not read; send them by themselves.');
  sink.pagesTotal?.(pageCount);
  let engine: Promise<OcrEngine> | null = null;
  const cutWords = createCutWords(createContinuedTables(sink.block), facts.lexicon);
  const layerJudge = createLayerJudge(input.isLanguage);
  const open = () => openOcr(input.ocrLanguage ?? input.mainLanguage(samples), sink.warn);
  const start = (opened: PdfDocument) =>
    createPageReader({
      opened,
      sink: { ...sink, block: cutWords.block },
      ocrAllPages: input.ocrAllPages,
      ...facts,
      outline: readOutline(opened),
      layerJudge,
      openOcr: () => (engine ??= open()),
    });
  let restarts = 0;
  try {
    let reader = start(first ?? (await openDocument(bytes)));
    for (let index = 0; index < pageCount; index++) {
      try {
        await reader.read(index);
      } catch (error) {
        if (!isPdfiumFault(error)) throw error;
        if (++restarts > restartsMax || pageCount === 1) throw unreadablePdf(error);
        sink.warn(`Page ${index + 1} takes too much memory, or is damaged, and was left out.`);
        sink.page({ page: index, width: 0, height: 0, ocr: false });
        reader = start(await openDocument(bytes));
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
  /** The document, null where PDFium has failed on a page of it. */
  opened: PdfDocument | null;
  pageCount: number;
  title: string | null;
  hasAttachments: boolean;
  sizes: TextSizes;
  lexicon: Lexicon;
  /** Beginnings of the texts of the surveyed pages. */
  samples: string[];
  /** Words of the first surveyed pages, by the index of the page, so that few are read twice. */
  surveyed: Map<number, PageWords>;
}

/** Collects the survey; font sizes and words come from up to 24 pages, spread over the document. */
async function survey(bytes: Uint8Array): Promise<Survey> {
  const counter = createSizeCounter();
  const lexicon = createLexicon();
  const surveyed = new Map<number, PageWords>();
  const samples: string[] = [];
  try {
    const opened = await openDocument(bytes);
    const { pageCount } = opened;
    const title = metaText(opened, 'Title');
    const hasAttachments = opened.pdfium.FPDFDoc_GetAttachmentCount(opened.document) > 0;
    let left = knownWordsMax;
    let isUsable = true;
    try {
      const step = Math.max(1, Math.floor(pageCount / sampledPagesMax));
      for (let index = 0; index < pageCount; index += step) {
        const page = wordsOf(opened, index);
        if (page === null) continue;
        lexicon.add(page.words);
        samples.push(sampleOf(page));
        for (const { size, text } of page.words) counter.add(size, text.length);
        left -= page.words.length;
        if (left >= 0) surveyed.set(index, page);
      }
    } catch (error) {
      // A page that PDFium fails on is reported when it is read.
      if (!isPdfiumFault(error)) throw error;
      isUsable = false;
    }
    const facts = { pageCount, title, hasAttachments, sizes: counter.sizes(), lexicon, samples, surveyed };
    return { ...facts, opened: isUsable ? opened : null };
  } catch (error) {
    throw isPdfiumFault(error) ? unreadablePdf(error) : error;
  }
}

function sampleOf({ words }: PageWords): string {
  let text = '';
  for (const word of words) {
    if (text.length >= sampleCharsMax) break;
    text += `${word.text} `;
  }
  return text;
}

function wordsOf({ pdfium, document }: PdfDocument, index: number): PageWords | null {
  const page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return null;
  const words = readWords(pdfium, page, pageSpaceOf(pdfium, page));
  pdfium.FPDF_ClosePage(page);
  return words;
}
