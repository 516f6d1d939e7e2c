import { setImmediate } from 'node:timers/promises';
import { type ChunkContent, type PageContent } from '../domain/documents/document';
import { readableText } from '../domain/documents/readable-text';
import { type NearSpan, type PiiSpan } from '../privacy';
import { factsOf } from './facts';
import { chunkText, flowsOf } from './flow';
import { type FoundValue, type KnownValues } from './known-values';
import { type LabelledCells, labelledCells, valuesOfCells } from './labelled-cells';
import {
  type FindNear,
  type FindSpans,
  type FoundRange,
  type MaskableDocument,
  type RangeNotes,
} from './maskable-file';
import { wordsText } from './picture-text';
import { flowEnd, type Seam, seamsOf, valuesOver } from './seams';

/** Number of chunks, pages or pictures in one range. A range is searched again when a worker dies in it. */
export const chunksPerRange = 64;
const pagesPerRange = 64;
const picturesPerRange = 8;
/**
 * Upper bound of the texts that are remembered per document, such as running headers and sheet names, so that
 * they are searched once.
 */
const repeatedTextsMax = 10_000;
/** Upper bound of the places of one text that are reported as nearly masked. */
const nearPerTextMax = 100;
const runningTypes = new Set(['page_header', 'page_footer']);

export interface Search {
  find: FindSpans;
  /** Null when places that are nearly masked are not wanted. */
  findNear: FindNear | null;
  notes: RangeNotes;
  /** Receives the found values. */
  known: KnownValues;
  signal: AbortSignal;
}

export function chunkRange(document: number, range: number): string {
  return `${document}-chunks-${range}`;
}

/** Searches a document of a file range by range. Ranges with notes are skipped. */
export async function findValues(document: MaskableDocument, index: number, search: Search): Promise<void> {
  await searchFacts(document, index, search);
  await searchChunks(document, index, search);
  await searchPages(document, index, search);
  await searchPictures(document, index, search);
}

async function searchFacts(document: MaskableDocument, index: number, search: Search): Promise<void> {
  const facts = factsOf(document);
  if (facts.length === 0) return;
  await searchRange(`${index}-facts`, search, async () => {
    const found = await search.find(
      facts.map(({ label, value }) => label + value),
      search.signal,
    );
    const values = facts.flatMap(({ label, value }, n) =>
      valuesIn(label + value, clipped(found[n]!, label.length)),
    );
    return { values, spans: [], near: [], lowerWords: {} };
  });
}

async function searchChunks({ chunks }: MaskableDocument, index: number, search: Search): Promise<void> {
  const names = createFirstTimes();
  /** End of the last text of each flow so far. */
  const ends = new Map<string, string>();
  let before: ChunkContent | null = null;
  let range = 0;
  for await (const group of chunks(chunksPerRange)) {
    const flowing = [];
    for (const chunk of group) {
      flowing.push(chunkText(chunk, before));
      before = chunk;
    }
    const seams: Seam[] = [];
    for (const [name, flow] of flowsOf(flowing)) {
      seams.push(...seamsOf(flow, ends.get(name)));
      ends.set(name, flowEnd(flow));
    }
    const others = group.flatMap(({ location }) =>
      [location.sheetName, location.tableTitle ?? null].flatMap(names.first),
    );
    const labelled = group.flatMap((chunk) =>
      chunk.type === 'table' ? (labelledCells(readableText(chunk)) ?? []) : [],
    );
    await searchRange(chunkRange(index, range++), search, () =>
      searchTexts(group.map(readableText), { seams, labelled, others }, search),
    );
  }
}

/**
 * Searches the lines that pages repeat, such as running headers: chunks contain only the first of equal ones.
 */
async function searchPages({ pages }: MaskableDocument, index: number, search: Search): Promise<void> {
  const lines = createFirstTimes();
  let range = 0;
  for await (const group of pages(pagesPerRange)) {
    const others = group.flatMap((page) => runningLines(page).flatMap(lines.first));
    await searchRange(`${index}-pages-${range++}`, search, () => searchTexts([], { others }, search));
  }
}

async function searchPictures({ pictures }: MaskableDocument, index: number, search: Search): Promise<void> {
  for (let from = 0; from < pictures.length; from += picturesPerRange)
    await searchRange(`${index}-pictures-${from}`, search, async () => {
      const group = pictures.slice(from, from + picturesPerRange);
      const others = await Promise.all(group.map(async (picture) => wordsText(await picture.words()).text));
      return searchTexts([], { others }, search);
    });
}

async function searchRange(
  range: string,
  { notes, known, signal }: Search,
  work: () => Promise<FoundRange>,
): Promise<void> {
  signal.throwIfAborted();
  let found = await notes.read(range);
  if (found === null) {
    found = await work();
    await notes.write(range, found);
    // Local engines do not yield to the event loop.
    await setImmediate();
  }
  found.values.forEach(known.add);
  known.addLowerWords(found.lowerWords);
}

/**
 * Searches texts, the seams within and between them, table cells with their headers, and texts of which only
 * the values matter.
 */
async function searchTexts(
  texts: readonly string[],
  {
    seams = [],
    labelled = [],
    others,
  }: { seams?: readonly Seam[]; labelled?: readonly LabelledCells[]; others: readonly string[] },
  { find, findNear, signal }: Search,
): Promise<FoundRange> {
  const all = [...texts, ...others, ...seams.map(({ text }) => text), ...labelled.map(({ text }) => text)];
  if (all.length === 0) return { values: [], spans: [], near: [], lowerWords: {} };
  const found = await find(all, signal);
  const own = [...texts, ...others].flatMap((text, n) => valuesIn(text, found[n]!));
  const over = seams.flatMap((seam, n) => valuesOver(seam, found[texts.length + others.length + n]!));
  const fromCells = texts.length + others.length + seams.length;
  const ofCells = labelled.flatMap((cells, n) => valuesOfCells(cells, found[fromCells + n]!));
  const spans = texts.map((_, n) => found[n]!.map(({ start, end, tag }) => ({ start, end, tag })));
  const near = (await findNear?.(texts, spans, signal)) ?? [];
  return {
    values: counted([...own, ...over, ...ofCells]),
    spans,
    near: near.map(bestPlaces),
    lowerWords: countLowerWords(texts),
  };
}

/** The places with the best scores, in the order of the text. */
function bestPlaces(near: readonly NearSpan[]): NearSpan[] {
  return near
    .toSorted((one, other) => other.score - one.score)
    .slice(0, nearPerTextMax)
    .sort((one, other) => one.start - other.start);
}

function valuesIn(text: string, spans: readonly PiiSpan[]): FoundValue[] {
  return spans.map(({ start, end, tag }) => ({ text: text.slice(start, end), tag, count: 1 }));
}

/**
 * Spans that end after an offset, each cut to begin there at the earliest. They are spans of a text whose
 * label ends at the offset.
 */
function clipped(spans: readonly PiiSpan[], from: number): PiiSpan[] {
  return spans
    .filter(({ end }) => end > from)
    .map(({ start, end, tag }) => ({ start: Math.max(start, from), end, tag }));
}

function counted(values: readonly FoundValue[]): FoundValue[] {
  const all = new Map<string, FoundValue>();
  for (const value of values) {
    const key = `${value.tag} ${value.text}`;
    const known = all.get(key);
    if (known === undefined) all.set(key, { ...value });
    else known.count += value.count;
  }
  return [...all.values()];
}

function runningLines({ regions }: PageContent): string[] {
  return regions.filter(({ type }) => runningTypes.has(type)).map(({ text }) => text);
}

/** Creates a function that reports whether a text occurs for the first time, in bounded memory. */
function createFirstTimes() {
  const seen = new Set<string>();
  return {
    first: (text: string | null): string[] => {
      if (text === null || text.trim() === '' || seen.has(text)) return [];
      if (seen.size < repeatedTextsMax) seen.add(text);
      return [text];
    },
  };
}

/** Words of at least three letters; shorter ones, such as particles of names, are no evidence. */
const lowerWord = /(?<![\p{L}\p{N}])\p{Ll}{3,32}(?![\p{L}\p{N}])/gu;
/** Upper bound of the distinct words of one range. */
const wordsMax = 20_000;

function countLowerWords(texts: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [word] of text.matchAll(lowerWord)) {
      const count = counts.get(word) ?? 0;
      if (count > 0 || counts.size < wordsMax) counts.set(word, count + 1);
    }
  return Object.fromEntries(counts);
}
