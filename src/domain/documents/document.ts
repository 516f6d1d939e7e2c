/** Role of a chunk in the structure of its document; queries may leave roles out. */
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

/** Content of a region of a page. */
export const REGION_TYPES = [...CHUNK_TYPES, 'list', 'caption'] as const;
export type RegionType = (typeof REGION_TYPES)[number];

/** Measure of a document, by which its chunks are located: pages, or time. */
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
  /** Id and title of a table of a spreadsheet, as in `SpreadsheetChunk`. */
  tableId: string | null;
  tableTitle: string | null;
}

/** A place on a page, in fractions (0 to 1) of the rendered page, origin at its top left. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Something on a page that was recognised as one piece. */
export interface Region {
  /** `r_<n>`, unique within the document. */
  regionId: string;
  /** Null in formats without pages, of which figures alone are regions. */
  page: number | null;
  type: RegionType;
  text: string;
  /**
   * Id of the figure that it shows (`fig_<page>_<hash>`), whether or not there is a crop of it; null for
   * text.
   */
  figureId: string | null;
  /** Null where the format does not say where on its page the figure is. */
  box: Box | null;
  /** 0 to 1; 1 for what the file itself says, less for what was recognised. */
  confidence: number;
}

/** A piece of a document that is found by queries, as parsers make it and stores keep it. */
export interface ChunkContent {
  type: ChunkType;
  text: string;
  /** Tokens of `text` as the local embedder counts them. */
  tokenCount: number;
  location: ChunkLocation;
  /** Headings above it, outermost first. */
  headingPath: string[];
  /** BCP-47 tag of the language, null where it is not known. */
  language: string | null;
  /** Whether `text` was recognised in an image or transcribed, rather than written in the file. */
  origin: 'text' | 'ocr' | 'transcript';
  regions: Region[];
  /** Lines before the rows of a table, whose backslashes are no escapes; absent where they have none. */
  leadLines?: number;
}

/** A page of a document that has pages. */
export interface PageContent {
  page: number;
  /** In reading order. */
  text: string;
  /** Size of the page in points (1/72 inch). */
  width: number;
  height: number;
  /** Text was recognised in an image of the page, whether or not the page has any other. */
  ocr: boolean;
  regions: Region[];
}

/** Metadata of the caller: scalars and lists of strings under top-level names. */
export type CustomValue = string | number | boolean | string[];
export type CustomMetadata = Record<string, CustomValue>;

/** No location at all; the start for the few fields that apply. */
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
