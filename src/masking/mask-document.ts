import { setImmediate } from 'node:timers/promises';
import { type ChunkContent, type PageContent, type Region } from '../domain/documents/document';
import { chunkRange, chunksPerRange } from './find-values';
import { chunkText, lonelyText, pageText, regionTexts } from './flow';
import { type KnownValues } from './known-values';
import { type NearPlace } from '../domain/documents/masking';
import { type Masked } from './mask';
import { type MaskableDocument, type RangeNotes } from './maskable-file';
import { maskFlowing, type TextsOf } from './mask-flowing';

const pagesPerGroup = 32;
/** Elements after which the masking yields to the event loop. */
const elementsPerTurn = 64;

export interface DocumentMasking {
  known: KnownValues;
  notes: RangeNotes;
  /** Counts tokens like the local embedder. */
  countTokens: (text: string) => number;
  /** Returns the id of a figure after its picture was masked. */
  figureIdOf: (figureId: string) => string;
  signal: AbortSignal;
}

/** Masked element of a document, with its masked texts by field. */
export interface MaskedElement<T> {
  element: T;
  fields: (readonly [field: string, masked: Masked])[];
  /** Places in the first of the texts that were nearly masked. */
  near: readonly NearPlace[];
}

/** Masks the chunks of a document, in order. A chunk that becomes longer by its tags is not split. */
export async function* maskChunks(
  document: Pick<MaskableDocument, 'chunks'>,
  index: number,
  masking: DocumentMasking,
): AsyncGenerator<MaskedElement<ChunkContent>, undefined> {
  const { known, countTokens, figureIdOf, signal } = masking;
  const flowing = maskFlowing(chunkTexts(document, index, masking), known);
  for await (const { element, masked, near } of inTurns(flowing, signal)) {
    const { location, headingPath } = element;
    const [own, sheet, table] = [masked[0]!, masked[1]!, masked[2]!];
    const headings = masked.slice(3, 3 + headingPath.length);
    const regions = masked.slice(3 + headingPath.length);
    yield {
      element: {
        ...element,
        text: own.text,
        tokenCount: own.spans.length === 0 ? element.tokenCount : countTokens(own.text),
        location: {
          ...location,
          sheetName: location.sheetName === null ? null : sheet.text,
          tableTitle: location.tableTitle == null ? null : table.text,
        },
        headingPath: headings.map(({ text }) => text),
        regions: maskedRegions(element.regions, regions, figureIdOf),
      },
      fields: [
        ['text', own],
        ['location.sheet_name', sheet],
        ['location.table_title', table],
        ...headings.map((heading, n) => [`heading_path.${n}`, heading] as const),
      ],
      near,
    };
  }
  return undefined;
}

/** Masks the pages of a document, in order. */
export async function* maskPages(
  document: Pick<MaskableDocument, 'pages'>,
  { known, figureIdOf, signal }: DocumentMasking,
): AsyncGenerator<MaskedElement<PageContent>, undefined> {
  for await (const { element, masked } of inTurns(maskFlowing(pageTexts(document), known), signal)) {
    const own = masked[0]!;
    const regions = maskedRegions(element.regions, masked.slice(1), figureIdOf);
    yield { element: { ...element, text: own.text, regions }, fields: [['text', own]], near: [] };
  }
  return undefined;
}

async function* chunkTexts(
  { chunks }: Pick<MaskableDocument, 'chunks'>,
  index: number,
  { notes }: DocumentMasking,
): AsyncGenerator<TextsOf<ChunkContent>[], undefined> {
  let before: ChunkContent | null = null;
  let range = 0;
  for await (const group of chunks(chunksPerRange)) {
    const found = await notes.read(chunkRange(index, range++));
    if (found === null) throw new Error('a range of the file was not searched');
    const texts: TextsOf<ChunkContent>[] = [];
    for (const [n, chunk] of group.entries()) {
      const { location, headingPath, regions } = chunk;
      texts.push({
        element: chunk,
        texts: [
          chunkText(chunk, before),
          lonelyText(location.sheetName ?? ''),
          lonelyText(location.tableTitle ?? ''),
          ...headingPath.map(lonelyText),
          ...regionTexts(regions, 'chunks'),
        ],
        spans: found.spans[n]!,
        near: found.near[n] ?? [],
        isTable: chunk.type === 'table',
      });
      before = chunk;
    }
    yield texts;
  }
  return undefined;
}

async function* pageTexts({
  pages,
}: Pick<MaskableDocument, 'pages'>): AsyncGenerator<TextsOf<PageContent>[], undefined> {
  for await (const group of pages(pagesPerGroup))
    yield group.map((page) => ({
      element: page,
      texts: [pageText(page), ...regionTexts(page.regions, 'pages')],
      spans: [],
      near: [],
      isTable: false,
    }));
  return undefined;
}

function maskedRegions(
  regions: readonly Region[],
  texts: readonly Masked[],
  figureIdOf: (figureId: string) => string,
): Region[] {
  return regions.map((region, n) => ({
    ...region,
    text: texts[n]!.text,
    figureId: region.figureId === null ? null : figureIdOf(region.figureId),
  }));
}

/** Yields the same elements and lets the event loop run in between. */
async function* inTurns<T>(elements: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, undefined> {
  let count = 0;
  for await (const element of elements) {
    if (++count % elementsPerTurn === 0) await setImmediate();
    signal.throwIfAborted();
    yield element;
  }
  return undefined;
}
