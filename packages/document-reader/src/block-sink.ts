import { createHash } from 'node:crypto';
import { IMAGE_HEAD_BYTES, imageType } from 'spreadsheet-reader/toolkit';
import { type Block, type Box } from './block';

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

/** A word that was recognised in a picture. */
export interface PictureWord {
  text: string;
  /** Place in the picture, in fractions of its sides. */
  box: Box;
  /** Number of its line, from 0; null where it is not known. */
  line: number | null;
}

/**
 * Receiver of a parser's blocks, in reading order. Nothing is kept in memory, so that a parser writes each
 * block as soon as it is complete. All calls throw `DocumentError` `too_large` past the limits of a
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
  byteSize: number;
  /** Existing folder for the attachments of a message; the caller removes it. */
  scratchDirectory: string;
  /** True for OCR and layout of every page, not only of pages without text. */
  ocrAllPages: boolean;
  /** BCP-47 tag of the text in pictures; null for that of the pages that have text, else English. */
  ocrLanguage: string | null;
  /** Tag of the language of most of the texts, null where it is not certain. */
  mainLanguage: (texts: readonly string[]) => string | null;
  /** Whether a text is certainly in a known language; never of a short one. */
  isLanguage: (text: string) => boolean;
}

/** Facts about the file as a whole, known at its end. */
export interface DocumentHead {
  /** Title declared in the file, null for none. */
  title: string | null;
  /** BCP-47 tag declared in the file, null for none. */
  language: string | null;
  /** Number of pages, null in formats without pages. */
  pageCount: number | null;
}

/**
 * Reads one file of one format, block by block. There is no signal, since readers are synchronous for seconds
 * at a time: a caller who wants to stop one ends its thread.
 *
 * @throws DocumentError and SourceError for faults of the file; errors of the file system unchanged; any
 *   other error is a file that the reader is not made for
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

/** Writes a picture that a file holds, of whatever type its bytes show; returns the id of its figure. */
export function writePicture(sink: Pick<BlockSink, 'figure'>, page: number | null, bytes: Buffer): string {
  const figureId = figureIdOf(page, bytes);
  sink.figure({ figureId, page, contentType: imageType(bytes.subarray(0, IMAGE_HEAD_BYTES)), bytes });
  return figureId;
}

/** Part of a figure's id that follows from the content of the picture alone, not from its page. */
export function figureContentOf({ figureId }: { figureId: string }): string {
  return figureId.slice(figureId.lastIndexOf('_'));
}
