import { placeless } from '../block';
import { type BlockSink, figureIdOf } from '../block-sink';
import { type OcrEngine } from '../ocr/ocr-engine';
import { recognisePage } from '../ocr/recognise-page';
import { readAnnotations } from './annotations';
import { type RoleContext } from './layout/classify';
import { type Lexicon } from './layout/lexicon';
import { findFigures } from './layout/page-figures';
import { layOut } from './layout/page-layout';
import { findRuledTables } from './layout/ruled-tables';
import { createSizeCounter, type TextSizes } from './layout/text-sizes';
import { type PdfDocument } from './open-document';
import { type Outline } from './outline';
import { type PageDrawings, readDrawings } from './page-drawings';
import { type PageSpace, pageSpaceOf } from './page-space';
import { type Pointer } from './pdfium';
import { writePng } from './png';
import { readWords, type TurnedWord } from './read-words';
import { areaOf, boxOf, holdsMiddle, overlapOf, type Rect } from './rect';
import { renderCrop, renderForOcr } from './render-page';
import { readTags } from './structure';
import { writePieces } from './piece-blocks';

/** Reader of the pages of one document. */
export interface PageReader {
  /** Writes the page and its blocks to the sink. A page that cannot be read becomes a warning. */
  read(index: number): Promise<void>;
}

/** Document-wide input of a page reader. */
export interface PageReaderDeps {
  opened: PdfDocument;
  sink: BlockSink;
  ocrAllPages: boolean;
  sizes: TextSizes;
  lexicon: Lexicon;
  outline: Outline;
  openOcr: () => Promise<OcrEngine>;
}

/** A page with fewer letters, of which images cover at least `scanShareMin`, is a scan. */
const scanLettersMax = 30;
const scanShareMin = 0.4;
/** Share of characters without a Unicode value past which the text layer is ignored. */
const unmappedShareMax = 0.3;
const cropsMax = 300;
/** Pixels past which an image is not rendered. */
const imagePixelsMax = 100_000_000;
const warningsMax = 20;

export function createPageReader(deps: PageReaderDeps): PageReader {
  const { opened, sink, sizes, lexicon, outline } = deps;
  const { pdfium, document } = opened;
  let crops = 0;
  let warnings = 0;

  function warn(sentence: string): void {
    if (warnings++ < warningsMax) sink.warn(sentence);
  }

  function writeFigures(page: Pointer, index: number, space: PageSpace, figures: Rect[]): string[] {
    return figures.map((figure) => {
      if (crops >= cropsMax) return figureIdOf(index, JSON.stringify(figure));
      crops++;
      const bytes = writePng(renderCrop(pdfium, page, space, figure));
      const figureId = figureIdOf(index, bytes);
      sink.figure({ figureId, page: index, contentType: 'image/png', bytes });
      return figureId;
    });
  }

  async function recognise(page: Pointer, index: number, space: PageSpace): Promise<TurnedWord[]> {
    const engine = await deps.openOcr();
    try {
      return await recognisePage(engine, renderForOcr(pdfium, page, space), space);
    } catch {
      warn(`The text on the picture of page ${index + 1} could not be recognised.`);
      return [];
    }
  }

  async function readLoaded(page: Pointer, index: number): Promise<void> {
    const space = pageSpaceOf(pdfium, page);
    const { words, truncated, unmapped } = readWords(pdfium, page, space);
    lexicon.add(words);
    if (truncated) warn(`Page ${index + 1} holds more text than is read of one page.`);
    const drawings = readDrawings(pdfium, page, space);
    const drawable = !drawings.truncated && drawings.images.every((image) => image.pixels <= imagePixelsMax);
    if (!drawable) warn(`Page ${index + 1} holds pictures or drawings that are too large to be shown.`);
    const letters = words.reduce((sum, word) => sum + word.text.length, 0);
    const scan = isScan(letters, unmapped, drawings, space);
    const { values, notes } = readAnnotations(pdfium, page, space);
    let shown: TurnedWord[] = [...words, ...values];
    let recognised: TurnedWord[] = [];
    if (drawable && (scan || deps.ocrAllPages)) {
      recognised = await recognise(page, index, space);
      lexicon.add(recognised);
      if (scan && recognised.length > 0) shown = recognised;
    }
    const fromImage = scan && recognised.length > 0;
    const tables = findRuledTables(drawings.rules, shown, lexicon).map((table) => table.rect);
    const figures = findFigures(drawings, space, tables, shown);
    const figureIds = drawable
      ? writeFigures(page, index, space, figures)
      : figures.map((figure) => figureIdOf(index, JSON.stringify(figure)));
    const added = fromImage ? [] : recognised.filter((word) => isNew(word, shown, figures));
    const context: RoleContext = {
      sizes: fromImage ? sizesOf(shown) : sizes,
      lexicon,
      pageHeight: space.height,
      outlineLevelOf: (text) => outline.levelOf(index, text),
      rough: fromImage,
    };
    const { width, height } = space;
    const contents = {
      words: [...shown, ...added],
      rules: drawings.rules,
      figures,
      page: space,
      tags: readTags(pdfium, page),
    };
    const origin = fromImage ? ('ocr' as const) : ('text' as const);
    writePieces(sink, layOut(contents, context), { page: index, width, height, origin }, figureIds);
    for (const { text, rect } of notes)
      sink.block({ ...placeless, kind: 'footnote', page: index, box: boxOf(rect, space), text });
    sink.page({ page: index, width, height, ocr: recognised.length > 0 });
  }

  return {
    async read(index) {
      const page = pdfium.FPDF_LoadPage(document, index);
      if (page === 0) {
        warn(`Page ${index + 1} is damaged and was left out.`);
        sink.page({ page: index, width: 0, height: 0, ocr: false });
        return;
      }
      await readLoaded(page, index);
      pdfium.FPDF_ClosePage(page);
    },
  };
}

/** Whether the text of a page is in its images and not in its text layer. */
function isScan(
  letters: number,
  unmapped: number,
  drawings: PageDrawings,
  page: { width: number; height: number },
): boolean {
  if (letters + unmapped > scanLettersMax) return unmapped > (letters + unmapped) * unmappedShareMax;
  const whole = { left: 0, top: 0, right: page.width, bottom: page.height };
  const covered = drawings.images.reduce((sum, image) => sum + areaOf(overlapOf(image, whole)), 0);
  // Text converted to outlines consists of shapes only.
  return (
    covered >= areaOf(whole) * scanShareMin || (letters === 0 && drawings.shapes.length > scanLettersMax)
  );
}

/** Whether OCR found a word in a figure that the text layer lacks. */
function isNew(word: TurnedWord, known: readonly TurnedWord[], figures: readonly Rect[]): boolean {
  return (
    figures.some((figure) => holdsMiddle(figure, word)) && !known.some((other) => holdsMiddle(other, word))
  );
}

function sizesOf(words: readonly TurnedWord[]): TextSizes {
  const counter = createSizeCounter();
  for (const { size, text } of words) counter.add(size, text.length);
  return counter.sizes();
}
