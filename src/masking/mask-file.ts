import { join } from 'node:path';
import { type ImageRedaction, type MaskedText, type MaskingCoverage } from '../domain/documents/masking';
import { createLineFile, type LineFile, type ParsedDocument } from '../parsing';
import { maskFacts } from './facts';
import { findValues } from './find-values';
import { createKnownValues, type KnownValues } from './known-values';
import { applyMasks } from './mask';
import { type FindNear, type FindSpans, type MaskableDocument, type RangeNotes } from './maskable-file';
import { type DocumentMasking, maskChunks, maskPages } from './mask-document';
import { maskPictures, type MaskedPictures } from './mask-pictures';

export interface MaskingRequest {
  documents: readonly MaskableDocument[];
  /** Existing local folder for output; the caller removes it. */
  folder: string;
  /** Replaces an id with an opaque one; equal ids give equal results. */
  idOf: (id: string) => string;
  find: FindSpans;
  /** Null when places that are nearly masked are not wanted. */
  findNear: FindNear | null;
  notes: RangeNotes;
  /** Counts tokens like the local embedder. */
  countTokens: (text: string) => number;
  /** Receives the masked texts, also those without a masked value. */
  report: (text: MaskedText) => Promise<void>;
}

export interface MaskedFile {
  /** Masked documents; their content is in the folder. */
  documents: ParsedDocument[];
  /** Number of masked places by tag: in chunks, in texts about documents, and in pictures. */
  counts: Record<string, number>;
  /** Number of places in chunks that were nearly masked, by tag; null when they were not wanted. */
  nearCounts: Record<string, number> | null;
  coverage: MaskingCoverage;
  imageRedaction: ImageRedaction;
  /** Masks another text about the file, such as a warning. */
  mask: (text: string) => string;
}

interface Run extends MaskingRequest {
  known: KnownValues;
  signal: AbortSignal;
  counts: Record<string, number>;
  nearCounts: Record<string, number>;
}

/**
 * Masks a file in two passes: the first searches all of it, the second replaces each value everywhere with
 * the same tag. Memory depends only on the number of distinct values.
 *
 * @throws errors of `find`; the signal's reason
 */
export async function maskFile(request: MaskingRequest, signal: AbortSignal): Promise<MaskedFile> {
  const { documents } = request;
  const known = createKnownValues();
  const run: Run = { ...request, known, signal, counts: {}, nearCounts: {} };
  for (const [index, document] of documents.entries()) await findValues(document, index, run);
  const masked: ParsedDocument[] = [];
  let covered = 0;
  for (const [index, document] of documents.entries()) {
    const { pictures, ...content } = document;
    const covering = await maskPictures(pictures, index, run);
    for (const spans of covering.spans) count(run.counts, spans);
    covered += covering.covered;
    masked.push(await maskDocument(content, index, covering, run));
  }
  return {
    documents: masked,
    counts: run.counts,
    nearCounts: request.findNear === null ? null : run.nearCounts,
    ...examined(documents, covered),
    mask: (text) => applyMasks(text, known.masksOf(text)).text,
  };
}

async function maskDocument(
  { chunks, pages, ...facts }: Omit<MaskableDocument, 'pictures'>,
  index: number,
  masked: MaskedPictures,
  run: Run,
): Promise<ParsedDocument> {
  const { folder, report } = run;
  const masking: DocumentMasking = { ...run, figureIdOf: masked.idOf };
  const about = { document: index, chunk: null, page: null };
  const chunkLines = createLineFile(join(folder, `${index}-chunks.ndjson`));
  let pageLines: LineFile | null = null;
  try {
    for await (const { element, fields, near } of maskChunks({ chunks }, index, masking)) {
      for (const [n, [field, { spans }]] of fields.entries())
        await report({ ...about, chunk: chunkLines.lines, field, spans, near: n === 0 ? near : [] });
      count(run.counts, fields[0]![1].spans);
      count(run.nearCounts, near);
      chunkLines.write(element);
    }
    for await (const { element, fields } of maskPages({ pages }, masking)) {
      for (const [field, { spans }] of fields)
        await report({ ...about, page: element.page, field, spans, near: [] });
      pageLines ??= createLineFile(join(folder, `${index}-pages.ndjson`));
      pageLines.write(element);
    }
  } finally {
    chunkLines.close();
    pageLines?.close();
  }
  const texts: MaskedText[] = [];
  const mask = (text: string, field: string) => {
    const { text: result, spans } = applyMasks(text, run.known.masksOf(text));
    texts.push({ ...about, field, spans, near: [] });
    return result;
  };
  const maskedFacts = maskFacts(facts, mask, run.idOf);
  for (const text of texts) {
    count(run.counts, text.spans);
    await report(text);
  }
  return {
    ...maskedFacts,
    chunksPath: chunkLines.path,
    pagesPath: pageLines?.path ?? null,
    figures: masked.figures,
  };
}

function count(counts: Record<string, number>, spans: readonly { tag: string }[]): void {
  for (const { tag } of spans) counts[tag] = (counts[tag] ?? 0) + 1;
}

/**
 * Coverage of the file. It names all texts, because a text that cannot be searched fails the file, and
 * pictures only where they were searched.
 */
function examined(
  documents: readonly MaskableDocument[],
  covered: number,
): Pick<MaskedFile, 'coverage' | 'imageRedaction'> {
  const kept = documents.reduce((sum, { pictures }) => sum + pictures.length, 0);
  const left = documents.reduce((sum, { figuresLeftOut }) => sum + figuresLeftOut, 0);
  const images = kept + left === 0 ? 1 : kept / (kept + left);
  const imageRedaction = covered > 0 ? 'applied' : left > 0 ? 'not_supported' : 'none_found';
  return { coverage: { text: 1, tables: 1, images }, imageRedaction };
}
