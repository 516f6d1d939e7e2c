import { type ChunkContent, type PageContent } from '../../../src/domain/documents/document';
import { type ParsedDocument } from '../../../src/parsing';

/** A document of a file that has been read, wherever its chunks, pages and figures lie. */
export interface ContentDocument extends Omit<ParsedDocument, 'chunksPath' | 'pagesPath' | 'figures'> {
  /** Its chunks in order, in groups of at most `size`. */
  chunks: (size: number) => AsyncIterable<ChunkContent[]>;
  /** Its pages in the same way; none for what has no pages. */
  pages: (size: number) => AsyncIterable<PageContent[]>;
  /** Puts the pictures of its figures where those of a document lie. */
  keepFigures: (documentId: string) => Promise<void>;
}
