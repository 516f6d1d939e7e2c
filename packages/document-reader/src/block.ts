/** A place on a page, in fractions (0 to 1) of the rendered page, origin at its top left. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Position and origin of a block. */
interface BlockPlace {
  /** Page, 0-based, null in formats without pages; never descends. */
  page: number | null;
  /**
   * Start and end in a recording, in seconds, for callers who make blocks of a transcript; null elsewhere.
   */
  seconds: readonly [start: number, end: number] | null;
  /** Box on its page, null where it is not known. */
  box: Box | null;
  /** Confidence, 0 to 1; 1 for content that the file declares. */
  confidence: number;
  origin: 'text' | 'ocr' | 'transcript';
}

/** Text block. A `caption` belongs to the figure or table beside it; `contents` is a table of contents. */
export interface TextBlock extends BlockPlace {
  kind: 'paragraph' | 'code' | 'caption' | 'footnote' | 'page_header' | 'page_footer' | 'contents';
  /** Lines, joined by a line feed at intended breaks, by a space at breaks of the margin. */
  text: string;
}

export interface HeadingBlock extends BlockPlace {
  kind: 'heading';
  /** Level, 1 (outermost) to 9. */
  level: number;
  text: string;
}

export interface ListItemBlock extends BlockPlace {
  kind: 'list_item';
  /** Level, 0 for an outermost list. */
  level: number;
  /** Text without the mark. */
  text: string;
  /** Mark such as `-` or `3.`; it is written before the text. */
  mark: string;
}

export interface TableBlock extends BlockPlace {
  kind: 'table';
  /** All rows, the header rows first. A merged cell has its text at its top left; its other cells are ''. */
  rows: readonly (readonly string[])[];
  /** Number of header rows, which each piece of a cut table repeats. */
  headerRows: number;
  /** True where the rows continue the last table, on the page before; header rows are those of that table. */
  continues?: true;
}

export interface FigureBlock extends BlockPlace {
  kind: 'figure';
  /** `fig_<page>_<hash>` (see `figureIdOf`), whether or not there is a crop of it. */
  figureId: string;
  /** Alternative text and text recognised in the figure; may be ''. */
  text: string;
}

/**
 * Boundary without text: blocks after it share no chunk and no heading with blocks before it, as between
 * slides, or chapters in separate files.
 */
export interface BreakBlock extends BlockPlace {
  kind: 'break';
}

/** Smallest unit of a document that a format's parser writes, in reading order. */
export type Block = TextBlock | HeadingBlock | ListItemBlock | TableBlock | FigureBlock | BreakBlock;

/** Position of a block in formats without positions: text of the file itself, on no page. */
export const placeless = {
  page: null,
  seconds: null,
  box: null,
  confidence: 1,
  origin: 'text',
} as const satisfies BlockPlace;
