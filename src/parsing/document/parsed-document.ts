import { type Modality } from '../../domain/documents/document';
import { type OcrLanguage } from '../../domain/documents/ocr-language';
import { type MessageMetadata, type MessageThread } from 'document-reader';

/** File to read, options and output folder. All plain data, because it is posted to the parsing thread. */
export interface FileParseRequest {
  /** Path of a local file. */
  path: string;
  /**
   * Filename as the user knows it; breaks ties between types that look alike, such as Markdown and plain
   * text.
   */
  filename: string;
  /** Content type that the sender declared; breaks ties as the name does, null for none. */
  contentType: string | null;
  /** Existing local folder for chunks, pages and figures; the caller removes it. */
  workDirectory: string;
  options: FileParseOptions;
}

export interface FileParseOptions {
  /**
   * True for a text in UTF-8 that the caller passed in the request. Its kind then follows from its name, not
   * from its content.
   */
  isText: boolean;
  /** True for OCR and layout of every page (`processing_type: advanced`), not only of pages without text. */
  ocrAllPages: boolean;
  /** Source of a JSONata expression that turns JSON files into text; null for none. */
  parsingScript: string | null;
  /** BCP-47 tag of the document's language; null to detect it. */
  language: string | null;
  /** Language of the text in pictures. */
  ocrLanguage: OcrLanguage;
  /** Transcript of a recording: JSON with a list of `TranscriptSegment`; null for none. */
  transcriptPath: string | null;
  /** False to leave out hidden and very hidden sheets of workbooks; default true. */
  hiddenSheets?: boolean;
  /**
   * True to keep only pictures that OCR examined, as plain PNG with their words beside them
   * (`figures[].wordsPath`), so that words can be masked.
   */
  pictureWords?: boolean;
  /** Links of the Markdown that is written of each document; default none is written. */
  markdown?: PictureLinks;
  /** True to refuse a file that is a workbook; those attached to a message are read. */
  refusesWorkbooks?: boolean;
}

/** How to link pictures: by keys below one folder of the blob store, named by their figure ids. */
export interface PictureLinks {
  baseUrl: string;
  /** Prefix of the keys, with its last slash. */
  folder: string;
  /** Key that signs links into the folder (`blobFolderKey`). */
  folderKey: Uint8Array;
  expiresAtMs: number;
}

/** Image file of a figure region. */
export interface ParsedFigure {
  figureId: string;
  /** Page, 0-based, null in formats without pages. */
  page: number | null;
  path: string;
  contentType: string;
  /** Path of the words in the picture: a JSON list of `PictureWord`; only with `pictureWords`. */
  wordsPath?: string;
}

/** Document of a file. Its chunks and pages are in files, which bounds memory. */
export interface ParsedDocument {
  filename: string;
  /** Media type by content. */
  contentType: string;
  /** Short name of the type: `pdf`, `docx`, `html`, … */
  fileType: string;
  byteSize: number;
  modality: Modality;
  title: string | null;
  /** BCP-47 tag without a region, null where unknown. */
  language: string | null;
  pageCount: number | null;
  /** True where OCR found text on at least one page. */
  hasOcr: boolean;
  chunkCount: number;
  /** UTF-16 code units of the text of all blocks, repeated table headers not counted. */
  characters: number;
  /** Chunks in order, a `ChunkContent` as JSON per line; an empty file for a document without text. */
  chunksPath: string;
  /** Pages, ascending, a `PageContent` as JSON per line; null in formats without pages. */
  pagesPath: string | null;
  /** The document as Markdown; only with the option `markdown`. */
  markdownPath?: string;
  figures: ParsedFigure[];
  /** Number of figures with a crop that are not in `figures`, because OCR did not examine them. */
  figuresLeftOut: number;
  /** Metadata of a message and of its attachments; empty for other documents. */
  metadata: MessageMetadata;
  /** Ids of an e-mail message, null for other documents. */
  message: MessageThread | null;
  /** Relations to the documents within it, by index. */
  relations: { type: 'email_attachment' | 'archive_file'; to: number }[];
  /** Index of the message, mailbox or archive that the document is in, null for the file itself. */
  parent: number | null;
}

/** Result of one file: the document of the file itself, then the documents in it, parents before children. */
export interface ParsedFile {
  documents: ParsedDocument[];
  /** Warnings for the user about content that could not be read. The rest was read. */
  warnings: string[];
}
