import { type DocumentHead, type FormatInput, type FormatParser } from '../block-sink';
import { type FileFamily, type FileKind } from '../kind/file-kind';
import { parseImage } from '../ocr/parse-image';
import { ParseError } from '../parse-error';
import { Untranscribed } from '../untranscribed';
import { parsePdf } from '../pdf/parse-pdf';
import { type MessageHead } from './email/message-head';
import { parseEml } from './email/eml';
import { parseMsg } from './email/msg';
import { parseEpub } from './epub';
import { parseHtml } from './html';
import { createJsonParser } from './json';
import { parseMarkdown } from './markdown';
import { createRecordingParser } from './recording';
import { parseSlides } from './slides';
import { parseText } from './text';
import { parseWord } from './word';

export { type MessageHead } from './email/message-head';

/** Input of some formats beside the file. */
export interface FormatOptions {
  /** Source of the JSONata expression for JSON files, null for none. */
  parsingScript: string | null;
  /** Transcript of a recording; null where it has not been transcribed. */
  transcriptPath: string | null;
  /** Called when a parsing script begins and ends. */
  script: (running: boolean) => void;
}

type AnyParser = (
  input: FormatInput,
  sink: Parameters<FormatParser>[1],
) => Promise<DocumentHead | MessageHead>;

/**
 * Parser of a kind of file.
 *
 * @throws ParseError `unsupported_file_type`; Untranscribed
 */
export function formatFor(kind: FileKind, options: FormatOptions): AnyParser {
  const parser = PARSERS[kind.family];
  if (kind.family === 'json') return createJsonParser(options);
  if (kind.family === 'recording') {
    if (options.transcriptPath === null) throw new Untranscribed(kind);
    return createRecordingParser(options.transcriptPath, kind.contentType);
  }
  if (parser === undefined) {
    throw new ParseError('unsupported_file_type', `Files of the type ${kind.fileType} are not read.`);
  }
  return parser;
}

const PARSERS: Partial<Record<FileFamily, AnyParser>> = {
  pdf: parsePdf,
  image: parseImage,
  html: parseHtml,
  markdown: parseMarkdown,
  text: parseText,
  word: parseWord,
  slides: parseSlides,
  epub: parseEpub,
  eml: parseEml,
  msg: parseMsg,
};
