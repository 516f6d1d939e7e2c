import { type ChunkContent, type PageContent } from '../domain/documents/document';
import { type ParsedDocument, type PictureWord } from '../parsing';
import { type PiiSpan } from '../privacy';

/** A picture of a document, whose words are known. */
export interface MaskablePicture {
  figureId: string;
  /** PNG as the parser writes it. */
  read(): Promise<Buffer>;
  words(): Promise<PictureWord[]>;
}

/** A document of a file that has been read with `pictureWords`, wherever its content lies. */
export interface MaskableDocument extends Omit<ParsedDocument, 'chunksPath' | 'pagesPath' | 'figures'> {
  /** Its chunks in order, in groups of at most `size`. */
  chunks: (size: number) => AsyncIterable<ChunkContent[]>;
  /** Its pages in the same way; none for what has no pages. */
  pages: (size: number) => AsyncIterable<PageContent[]>;
  pictures: readonly MaskablePicture[];
}

/** Finds the personal data of texts, each for itself; spans are sorted and do not overlap. */
export type FindSpans = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<readonly (readonly PiiSpan[])[]>;

/** What was found in one range of a file. */
export interface FoundRange {
  values: { text: string; tag: string; count: number }[];
  /** Spans of each text of the range. */
  spans: PiiSpan[][];
  /** Words of its texts that are written in lower case, and how often. */
  lowerWords: Record<string, number>;
}

/** What is noted of the ranges of a file, so that another attempt does not search them again. */
export interface RangeNotes {
  /** Null for a range that was not searched to its end. */
  read: (range: string) => Promise<FoundRange | null>;
  write: (range: string, found: FoundRange) => Promise<void>;
}
