import { createHash } from 'node:crypto';
import { type Modality } from '../../domain/documents/document';
import { type Block } from './block';

/** A page, told after the last of its blocks. Its text and regions are put together from those. */
export interface PageHead {
  page: number;
  /** In points (1/72 inch). */
  width: number;
  height: number;
  /** Text was recognised in an image of the page, whether or not the page has any other. */
  ocr: boolean;
}

/** The picture that a figure block names. */
export interface FigureCrop {
  figureId: string;
  page: number | null;
  contentType: string;
  bytes: Uint8Array;
}

/**
 * Takes what a format's parser finds, in reading order. Nothing is kept in memory, so a parser should tell
 * each thing as soon as it knows it. All calls throw `ParseError` `file_too_large` once the document has more
 * of it than one may have.
 */
export interface BlockSink {
  block: (block: Block) => void;
  page: (page: PageHead) => void;
  /** A second crop with the same id is left out. */
  figure: (crop: FigureCrop) => void;
  /** A sentence for people about what of the file could not be read. */
  warn: (sentence: string) => void;
}

/** What a format's parser is to read. */
export interface FormatInput {
  /** A local file. */
  path: string;
  /** Its name for people; breaks ties only. */
  filename: string;
  byteSize: number;
  /** A folder of this file alone; it goes with the work directory. */
  scratchDirectory: string;
  /** OCR and layout for every page, not only for those without text. */
  ocrAllPages: boolean;
  /** BCP-47 tag that the caller gave, null for none. */
  language: string | null;
}

/** What a format's parser knows of the file as a whole, at its end. */
export interface DocumentHead {
  modality: Modality;
  /** As the file itself gives it; null where it does not. */
  title: string | null;
  /** BCP-47 tag as the file itself gives it; null where it does not. */
  language: string | null;
  /** Null in formats without pages. */
  pageCount: number | null;
}

/**
 * Reads one file of one format, block by block. Runs in the parsing thread, which ends with the deadline or
 * the caller's abort, so there is no signal.
 *
 * @throws ParseError for faults of the file; any other error counts as `parse_failed`, but for errors of
 *   the file system, which pass through
 */
export type FormatParser = (input: FormatInput, sink: BlockSink) => Promise<DocumentHead>;

/**
 * Id of a figure: `fig_<page>_<hash>`, page 0 where there is none, the hash of its bytes, or of its place
 * where there is no crop. The same file always gives the same ids.
 */
export function figureIdOf(page: number | null, content: Uint8Array | string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return `fig_${page ?? 0}_${hash}`;
}
