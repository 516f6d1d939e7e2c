import { type ChunkOffset } from './parse-job';

/** A file with a line for each page, and the offsets of some of them. */
export interface PagesFile {
  key: string;
  byteSize: number;
  count: number;
  /** `chunk` is the index of a page. */
  offsets: readonly ChunkOffset[];
}

/** Files beside the chunks of a parsed document. */
export interface DocumentFiles {
  markdown: { key: string };
  /** Null in formats without pages. */
  pages: PagesFile | null;
}

/** Totals of a parsed document and of the documents in it. */
export interface ParsedDocuments {
  /** The file itself and its attachments. */
  documents: number;
  /** Pages of formats that have pages. */
  pages: number;
  credits: number;
}
