import { type ChunkContent, type PageContent } from '../domain/documents/document';
import { type ParsedDocument, type PictureWord } from '../parsing';
import { type PiiSpan } from '../privacy';

/** A picture of a document with its recognised words. */
export interface MaskablePicture {
  figureId: string;
  /** The picture as PNG, as the parser writes it. */
  read(): Promise<Buffer>;
  words(): Promise<PictureWord[]>;
}

/** A document that was parsed with `pictureWords`, wherever its content is stored. */
export interface MaskableDocument extends Omit<ParsedDocument, 'chunksPath' | 'pagesPath' | 'figures'> {
  /** Its chunks in order, in groups of at most `size`. */
  chunks: (size: number) => AsyncIterable<ChunkContent[]>;
  /** Its pages in the same way; empty for documents without pages. */
  pages: (size: number) => AsyncIterable<PageContent[]>;
  pictures: readonly MaskablePicture[];
}

/** Finds personal data in each text separately; spans are sorted and do not overlap. */
export type FindSpans = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<readonly (readonly PiiSpan[])[]>;

/** What was found in one range of a file. */
export interface FoundRange {
  values: { text: string; tag: string; count: number }[];
  /** Spans of each text of the range. */
  spans: PiiSpan[][];
  /** Number of occurrences of each lower-case word. */
  lowerWords: Record<string, number>;
}

/** Notes on the searched ranges of a file, so that another attempt skips them. */
export interface RangeNotes {
  /** Null for a range whose search has not finished. */
  read: (range: string) => Promise<FoundRange | null>;
  write: (range: string, found: FoundRange) => Promise<void>;
}
