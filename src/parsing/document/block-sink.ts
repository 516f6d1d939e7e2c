import { createHash } from 'node:crypto';
import { type Modality } from '../../domain/documents/document';
import { type Block } from './block';

/** A page, written after the last of its blocks, from which its text and regions are made. */
export interface PageHead {
  page: number;
  /** Width in points (1/72 inch). */
  width: number;
  height: number;
  /** True where OCR found text on the page, whether or not it has other text. */
  ocr: boolean;
}

/** Image of a figure block. */
export interface FigureCrop {
  figureId: string;
  page: number | null;
  contentType: string;
  bytes: Uint8Array;
}

/**
 * Receiver of a parser's blocks, in reading order. Nothing is kept in memory, so that a parser writes each
 * block as soon as it is complete. All calls throw `ParseError` `file_too_large` past the limits of a
 * document.
 */
export interface BlockSink {
  block: (block: Block) => void;
  page: (page: PageHead) => void;
  /** Tells the number of pages, before the first of them; formats that do not know it leave it out. */
  pagesTotal?: (pages: number) => void;
  /** Writes a crop; a second one with the same id is ignored. */
  figure: (crop: FigureCrop) => void;
  /** Adds a warning for the user about content that could not be read. */
  warn: (sentence: string) => void;
}

/** Input of a format's parser. */
export interface FormatInput {
  /** Path of a local file. */
  path: string;
  /** Filename as the user knows it; it only breaks ties. */
  filename: string;
  byteSize: number;
  /** Folder for this file only; it is removed with the work directory. */
  scratchDirectory: string;
  /** True for OCR and layout of every page, not only of pages without text. */
  ocrAllPages: boolean;
  /** BCP-47 tag given by the caller, null for none. */
  language: string | null;
  /** Whether a text is certainly in a known language; never of a short one. */
  isLanguage: (text: string) => boolean;
}

/** Facts about the file as a whole, known at its end. */
export interface DocumentHead {
  modality: Modality;
  /** Title declared in the file, null for none. */
  title: string | null;
  /** BCP-47 tag declared in the file, null for none. */
  language: string | null;
  /** Number of pages, null in formats without pages. */
  pageCount: number | null;
}

/**
 * Reads one file of one format, block by block. It runs in the parsing thread, which ends at the deadline or
 * on the caller's abort, so that there is no signal.
 *
 * @throws ParseError for faults of the file; any other error counts as `parse_failed`, except errors of the
 *   file system, which pass through
 */
export type FormatParser = (input: FormatInput, sink: BlockSink) => Promise<DocumentHead>;

/**
 * Id of a figure: `fig_<page>_<hash>`, page 0 in formats without pages; the hash is of its bytes, or of its
 * position without a crop. The same file always gives the same ids.
 */
export function figureIdOf(page: number | null, content: Uint8Array | string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return `fig_${page ?? 0}_${hash}`;
}
