import { placeless } from '../block';
import { type BlockSink, figureIdOf } from '../block-sink';
import { type OcrEngine } from '../ocr/ocr-engine';
import { recognisePage } from '../ocr/recognise-page';
import { readAnnotations } from './annotations';
import { openForm } from './form-values';
import { type LayerJudge } from './layer-doubt';
import { type RoleContext } from './layout/classify';
import { type Lexicon } from './layout/lexicon';
import { findFigures } from './layout/page-figures';
import { layOut } from './layout/page-layout';
import { findRuledTables } from './layout/ruled-tables';
import { createSizeCounter, type TextSizes } from './layout/text-sizes';
import { type PdfDocument } from './open-document';
import { type Outline } from './outline';
import { readDrawings } from './page-drawings';
import { type PageSpace, pageSpaceOf } from './page-space';
import { type Pointer } from './pdfium';
import { writePng } from './png';
import { type PageWords, readWords, type TurnedWord } from './read-words';
import { newWords, placeOfText } from './picture-text';
import { boxOf, holdsMiddle, type Rect } from './rect';
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
  /** Words of pages that were read before, by the index of the page. */
  surveyed: Map<number, PageWords>;
  outline: Outline;
  layerJudge: LayerJudge;
  openOcr: () => Promise<OcrEngine>;
}

const cropsMax = 300;
/** Pixels past which an image is not rendered. */
const imagePixelsMax = 100_000_000;
const warningsMax = 20;
/** Small letters for each capital from which capitals stand out. */
const smallPerCapitalMin = 2;

export function createPageReader(deps: PageReaderDeps): PageReader {
  const { opened, sink, sizes, lexicon, outline, layerJudge, surveyed } = deps;
  const { pdfium, document } = opened;
  const valueOf = openForm(pdfium, document);
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
    const { words, truncated, unmapped, guessed } = surveyed.get(index) ?? readWords(pdfium, page, space);
    surveyed.delete(index);
    lexicon.add(words);
    if (truncated) warn(`Page ${index + 1} holds more text than is read of one page.`);
    const drawings = readDrawings(pdfium, page, space);
    const drawable = !drawings.truncated && drawings.images.every((image) => image.pixels <= imagePixelsMax);
    if (!drawable) warn(`Page ${index + 1} holds pictures or drawings that are too large to be shown.`);
    const place = placeOfText({ words, unmapped, drawings, page: space });
    const { values, notes } = readAnnotations(pdfium, page, space, valueOf);
    const layer = [...words, ...values];
    const isDoubted = !place.layerIgnored && layerJudge.doubts({ words, guessed });
    const isRecognised = deps.ocrAllPages || place.layerIgnored || place.inPictures;
    const seen = drawable && (isRecognised || isDoubted) ? await recognise(page, index, space) : [];
    const verdict = isDoubted ? layerJudge.judge(words, seen) : 'true';
    if (verdict === 'unknown') warn(doubtOf(index));
    const layerIgnored = place.layerIgnored || verdict === 'false';
    const recognised = isRecognised || layerIgnored ? seen : [];
    lexicon.add(recognised);
    const known = layerIgnored && recognised.length > 0 ? [] : layer;
    if (place.layerIgnored && recognised.length === 0 && words.length + unmapped > 0) warn(doubtOf(index));
    const found = newWords(recognised, known);
    const fromImage =
      found.length > 0 && (layerIgnored || (place.mayBeScan && lettersOf(found) > lettersOf(known)));
    const shown: readonly TurnedWord[] = fromImage ? [...known, ...found] : layer;
    const tables = findRuledTables(drawings.rules, shown, lexicon).map((table) => table.rect);
    const figures = findFigures(drawings, space, tables, shown);
    const figureIds = drawable
      ? writeFigures(page, index, space, figures)
      : figures.map((figure) => figureIdOf(index, JSON.stringify(figure)));
    const added = fromImage
      ? []
      : found.filter((word) => figures.some((figure) => holdsMiddle(figure, word)));
    const context: RoleContext = {
      sizes: fromImage ? sizesOf(shown) : sizes,
      lexicon,
      pageHeight: space.height,
      outlineLevelOf: (text) => outline.levelOf(index, text),
      rough: fromImage,
      capitalsTell: areMostlySmall(shown),
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

const doubtOf = (index: number): string =>
  `The text of page ${index + 1} may not be what the page shows: its fonts do not tell, and it could not be recognised.`;

function sizesOf(words: readonly TurnedWord[]): TextSizes {
  const counter = createSizeCounter();
  for (const { size, text } of words) counter.add(size, text.length);
  return counter.sizes();
}

/** Whether most letters of a page are small ones. */
function areMostlySmall(words: readonly TurnedWord[]): boolean {
  let small = 0;
  let capital = 0;
  for (const { text } of words) {
    small += text.match(/\p{Ll}/gu)?.length ?? 0;
    capital += text.match(/\p{Lu}/gu)?.length ?? 0;
  }
  return small > capital * smallPerCapitalMin;
}

const lettersOf = (words: readonly TurnedWord[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0);
