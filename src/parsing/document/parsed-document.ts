import { type Modality } from '../../domain/documents/document';

/** What to read and where to leave it. Crosses to the parsing thread, so it is plain data. */
export interface FileParseRequest {
  /** The file, on this machine. */
  path: string;
  /** Its name for people; breaks ties between types that look alike, such as Markdown and plain text. */
  filename: string;
  /** What its sender said that it is; breaks ties as the name does, null where nobody said. */
  contentType: string | null;
  /** An existing local folder for chunks, pages and figures; the caller removes it. */
  workDirectory: string;
  options: FileParseOptions;
}

export interface FileParseOptions {
  /**
   * Whether the file is a text, in UTF-8, that was handed over as one: then its name tells what it is, not
   * its content.
   */
  isText: boolean;
  /** OCR and layout for every page (`processing_type: advanced`), not only for those without text. */
  ocrAllPages: boolean;
  /** Source of a JSONata expression that turns JSON files into text; null for none. */
  parsingScript: string | null;
  /** BCP-47 tag of the language that is spoken or written; null to find out. */
  language: string | null;
  /**
   * What is said in the file, where it is a recording: JSON with a list of `TranscriptSegment`; null for
   * none.
   */
  transcriptPath: string | null;
}

/** Metadata that parsers add; keys begin with `email_`. */
export type ParsedMetadata = Record<string, string | string[]>;

/** How an e-mail names itself and those that it answers, without angle brackets. */
export interface MessageThread {
  messageId: string | null;
  inReplyTo: string | null;
  /** Oldest first. */
  references: string[];
}

/** A picture of a figure region, stored under its id. */
export interface ParsedFigure {
  figureId: string;
  /** 0-based, null in formats without pages. */
  page: number | null;
  path: string;
  contentType: string;
}

/** One document of a file; its chunks and pages lie in files, so that memory is bounded whatever its size. */
export interface ParsedDocument {
  filename: string;
  /** Media type by content. */
  contentType: string;
  /** Short name of the type: `pdf`, `docx`, `html`, … */
  fileType: string;
  byteSize: number;
  modality: Modality;
  title: string | null;
  /** BCP-47 tag without a region, null where it could not be told. */
  language: string | null;
  pageCount: number | null;
  /** Text was recognised in images of some of its pages. */
  hasOcr: boolean;
  chunkCount: number;
  /** UTF-16 code units of the text of all blocks, repeated table headers not counted. */
  characters: number;
  /** One `ChunkContent` as JSON per line, in order; an empty file for a document without text. */
  chunksPath: string;
  /** One `PageContent` as JSON per line, ascending; null in formats without pages. */
  pagesPath: string | null;
  figures: ParsedFigure[];
  metadata: ParsedMetadata;
  /** Null for everything but e-mail messages. */
  message: MessageThread | null;
  /** Other documents of the same file, by their index. An attachment is told by its message. */
  relations: { type: 'email_attachment'; to: number }[];
  /** Index of the message that it was attached to, null for the file itself. */
  parent: number | null;
}

/** What one file turned into: the file itself first, then what it held, parents before their children. */
export interface ParsedFile {
  documents: ParsedDocument[];
  /** Sentences for people about what could not be read; the rest was. */
  warnings: string[];
}
