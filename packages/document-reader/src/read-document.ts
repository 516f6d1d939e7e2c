import { stat } from 'node:fs/promises';
import { type BlockSink, type DocumentHead, type FormatInput } from './block-sink';
import { DocumentError, withDocumentErrors } from './document-error';
import { type ContainerHead } from './container-head';
import { parseArchive } from './formats/archive';
import { parseDoc } from './formats/doc';
import { parseEml } from './formats/email/eml';
import { type MessageHead } from './formats/email/message-head';
import { parseMbox } from './formats/email/mbox';
import { parseMsg } from './formats/email/msg';
import { parseEpub } from './formats/epub';
import { parseHtml } from './formats/html';
import { parseMarkdown } from './formats/markdown';
import { parseNotebook } from './formats/notebook';
import { parseOpenSlides, parseOpenText } from './formats/open-document';
import { parsePpt } from './formats/ppt';
import { parseRtf } from './formats/rtf';
import { parseSlides } from './formats/slides';
import { parseText } from './formats/text';
import { parseWord } from './formats/word';
import { type FileFamily, type FileKind } from './kind/file-kind';
import { parseImage } from './ocr/parse-image';
import { parsePdf } from './pdf/parse-pdf';

/** File to read, and how. */
export interface DocumentInput extends Pick<FormatInput, 'path' | 'scratchDirectory'> {
  /** True for OCR and layout of every page, not only of pages without text; default false. */
  ocrAllPages?: boolean;
  /**
   * BCP-47 tag of the text in pictures; default null: the language of the pages that have text, as
   * `mainLanguage` tells it, else English.
   */
  ocrLanguage?: string | null;
  /** BCP-47 tag of the language of most of the texts; null, the default, where it is not certain. */
  mainLanguage?: (texts: readonly string[]) => string | null;
  /**
   * Whether a text is certainly in a known language; never of a short one. By it the reader doubts text
   * layers of a PDF whose letters are wrong, and recognises their pages; by default it doubts none for its
   * language.
   */
  isLanguage?: (text: string) => boolean;
}

type AnyParser = (input: FormatInput, sink: BlockSink) => Promise<DocumentHead | ContainerHead | MessageHead>;

const PARSERS: Partial<Record<FileFamily, AnyParser>> = {
  pdf: parsePdf,
  image: parseImage,
  html: parseHtml,
  markdown: parseMarkdown,
  text: parseText,
  word: parseWord,
  slides: parseSlides,
  doc: parseDoc,
  ppt: parsePpt,
  epub: parseEpub,
  notebook: parseNotebook,
  rtf: parseRtf,
  open_text: parseOpenText,
  open_slides: parseOpenSlides,
  eml: parseEml,
  msg: parseMsg,
  mbox: parseMbox,
  archive: parseArchive,
};

/**
 * Reads a file, block by block, in reading order. The head is that of a message, with its attachments, for
 * the families `eml` and `msg`; for `mbox` and `archive` it has the files within the file.
 *
 * @param kind by `sniffFile` or `givenTextKind`
 * @throws DocumentError for faults of the file, `unsupported` for workbooks, JSON and recordings; what `sink`
 *   throws; errors of the file system unchanged; any other error is a file that the reader is not made for
 */
export async function readDocument(
  kind: FileKind,
  {
    path,
    scratchDirectory,
    ocrAllPages = false,
    ocrLanguage = null,
    mainLanguage = () => null,
    isLanguage = () => true,
  }: DocumentInput,
  sink: BlockSink,
): Promise<DocumentHead | ContainerHead | MessageHead> {
  const parse = PARSERS[kind.family];
  if (parse === undefined)
    throw new DocumentError('unsupported', `Files of the type ${kind.fileType} are not read.`);
  const { size: byteSize } = await stat(path);
  return withDocumentErrors(() =>
    parse({ path, byteSize, scratchDirectory, ocrAllPages, ocrLanguage, mainLanguage, isLanguage }, sink),
  );
}
