/** Role of a chunk in the structure of its document; queries may exclude roles. */
export const CHUNK_TYPES = [
  'body',
  'table',
  'heading',
  'page_header',
  'page_footer',
  'footnote',
  'figure',
  'table_of_contents',
] as const;
export type ChunkType = (typeof CHUNK_TYPES)[number];

/** Kinds of content of a region of a page. */
export const REGION_TYPES = [...CHUNK_TYPES, 'list', 'caption'] as const;
export type RegionType = (typeof REGION_TYPES)[number];

/** Measure by which the chunks of a document are located: pages, or time. */
export const MODALITIES = ['document', 'image', 'audio', 'video'] as const;
export type Modality = (typeof MODALITIES)[number];

/**
 * Place of a chunk in its document; fields that do not apply are null. Pages are 0-based, rows 1-based as the
 * sheet shows them, columns letters, `cellRange` in A1 form, times in seconds from the start.
 */
export interface ChunkLocation {
  pageStart: number | null;
  pageEnd: number | null;
  startSeconds: number | null;
  endSeconds: number | null;
  sheetName: string | null;
  rowStart: number | null;
  rowEnd: number | null;
  columnStart: string | null;
  columnEnd: string | null;
  cellRange: string | null;
  /** Id and title of a table of a spreadsheet, as `SpreadsheetChunk` has them. */
  tableId: string | null;
  tableTitle: string | null;
}

/** Rectangle on a page, in fractions (0 to 1) of the rendered page; the origin is the top left corner. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A part of a page that was recognised as one piece. */
export interface Region {
  /** `r_<n>`, unique within the document. */
  regionId: string;
  /** Null in formats without pages, whose only regions are figures. */
  page: number | null;
  type: RegionType;
  text: string;
  /** Id of the figure in the region (`fig_<page>_<hash>`), with or without a crop of it; null for text. */
  figureId: string | null;
  /** Null when the format does not say where the figure is on its page. */
  box: Box | null;
  /** From 0 to 1: 1 for content that the file itself states, less for recognised content. */
  confidence: number;
}

/** The content of a chunk, as parsers make it and stores keep it. */
export interface ChunkContent {
  type: ChunkType;
  text: string;
  /** Tokens of `text` as the local embedder counts them. */
  tokenCount: number;
  location: ChunkLocation;
  /** Headings above the chunk, outermost first. */
  headingPath: string[];
  /** BCP-47 tag of the language; null when unknown. */
  language: string | null;
  /** Source of `text`: written in the file, recognised in an image, or transcribed. */
  origin: 'text' | 'ocr' | 'transcript';
  regions: Region[];
  /** Number of lines before the rows of a table. Their backslashes are not escapes. Absent for 0. */
  leadLines?: number;
}

/** A page of a document that has pages. */
export interface PageContent {
  page: number;
  /** Text in reading order. */
  text: string;
  /** Size of the page in points (1/72 inch). */
  width: number;
  height: number;
  /** Whether OCR has read text in an image of the page, also beside text of the file. */
  ocr: boolean;
  regions: Region[];
}

/** Value of a key of the caller's metadata: scalars and lists of strings under top-level names. */
export type CustomValue = string | number | boolean | string[];
export type CustomMetadata = Record<string, CustomValue>;

/** A location whose fields are all null; callers set the fields that apply. */
export const nowhere: ChunkLocation = {
  pageStart: null,
  pageEnd: null,
  startSeconds: null,
  endSeconds: null,
  sheetName: null,
  rowStart: null,
  rowEnd: null,
  columnStart: null,
  columnEnd: null,
  cellRange: null,
  tableId: null,
  tableTitle: null,
};
