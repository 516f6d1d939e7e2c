import { type ChunkContent, type PageContent } from '../domain/documents/document';
import { type ParsedDocument, type PictureWord } from '../parsing';
import { type NearSpan, type PiiSpan } from '../privacy';

/** Picture of a document with its words from OCR. */
export interface MaskablePicture {
  figureId: string;
  /** Returns the picture as PNG, as the parser writes it. */
  read(): Promise<Buffer>;
  words(): Promise<PictureWord[]>;
}

/** Document that was parsed with `pictureWords`, independent of where its content is stored. */
export interface MaskableDocument extends Omit<ParsedDocument, 'chunksPath' | 'pagesPath' | 'figures'> {
  /** Yields its chunks in order, in groups of at most `size`. */
  chunks: (size: number) => AsyncIterable<ChunkContent[]>;
  /** Yields its pages in the same way; none for documents without pages. */
  pages: (size: number) => AsyncIterable<PageContent[]>;
  pictures: readonly MaskablePicture[];
}

/** Finds personal data in each text separately; spans are sorted and do not overlap. */
export type FindSpans = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<readonly (readonly PiiSpan[])[]>;

/** Finds what lies below the bounds of the engine; `found` are the results of `FindSpans` for the texts. */
export type FindNear = (
  texts: readonly string[],
  found: readonly (readonly PiiSpan[])[],
  signal: AbortSignal,
) => Promise<readonly (readonly NearSpan[])[]>;

/** Findings in one range of a file. */
export interface FoundRange {
  values: { text: string; tag: string; count: number }[];
  /** Spans of each text of the range. */
  spans: PiiSpan[][];
  /** Places of each text that are nearly masked, those with the best scores; empty when none are wanted. */
  near: NearSpan[][];
  /** Number of occurrences of each lower-case word. */
  lowerWords: Record<string, number>;
}

/** Notes on the searched ranges of a file. A later attempt skips these ranges. */
export interface RangeNotes {
  /** Returns the notes of a range; null where its search has not finished. */
  read: (range: string) => Promise<FoundRange | null>;
  write: (range: string, found: FoundRange) => Promise<void>;
}
