import { type ChunkContent, type PageContent } from '../../../src/domain/documents/document';
import { type ParsedDocument } from '../../../src/parsing';

/** A document of a parsed file, wherever its chunks, pages and figures are stored. */
export interface ContentDocument extends Omit<ParsedDocument, 'chunksPath' | 'pagesPath' | 'figures'> {
  /** Its chunks in order, in groups of at most `size`. */
  chunks: (size: number) => AsyncIterable<ChunkContent[]>;
  /** Its pages in the same way; empty for documents without pages. */
  pages: (size: number) => AsyncIterable<PageContent[]>;
  /** Copies the pictures of its figures to the keys of a document. */
  keepFigures: (documentId: string) => Promise<void>;
}
