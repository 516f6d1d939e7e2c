import { type Box } from '../../domain/documents/document';

/** What every block says of where it is and where it comes from. */
interface BlockPlace {
  /** 0-based, null in formats without pages; pages never go back. */
  page: number | null;
  /** Start and end in the recording, null in what has no time. */
  seconds: readonly [start: number, end: number] | null;
  /** On its page; a block with a box becomes a region. */
  box: Box | null;
  /** 0 to 1; 1 for what the file itself says. */
  confidence: number;
  origin: 'text' | 'ocr' | 'transcript';
}

/** Text that stands for itself. A `caption` belongs to the figure or table beside it. */
export interface TextBlock extends BlockPlace {
  kind: 'paragraph' | 'code' | 'caption' | 'footnote' | 'page_header' | 'page_footer';
  /**
   * Lines are joined by a line feed where the break means something, by a space where it was only the margin.
   */
  text: string;
}

export interface HeadingBlock extends BlockPlace {
  kind: 'heading';
  /** 1 (outermost) to 9. */
  level: number;
  text: string;
}

export interface ListItemBlock extends BlockPlace {
  kind: 'list_item';
  /** 0 for an item of an outermost list. */
  level: number;
  /** Without its mark. */
  text: string;
  /** What stands before the item, such as `-` or `3.`; it is written before the text. */
  mark: string;
}

export interface TableBlock extends BlockPlace {
  kind: 'table';
  /**
   * All of them, the header rows first. A merged cell has its text once, where it begins; its other cells are
   * ''.
   */
  rows: readonly (readonly string[])[];
  /** How many of `rows` are headers, which every piece of a table that is cut repeats. */
  headerRows: number;
}

export interface FigureBlock extends BlockPlace {
  kind: 'figure';
  /** `fig_<page>_<hash>` (see `figureIdOf`), whether or not there is a crop of it. */
  figureId: string;
  /** What is known of it in words: its description in the file, the text recognised in it; may be ''. */
  text: string;
}

/**
 * No text of its own: what follows shares no chunk with what came before and stands under no heading before
 * it, as between slides, or chapters in files of their own.
 */
export interface BreakBlock extends BlockPlace {
  kind: 'break';
}

/** The smallest piece that a format's parser tells of, in reading order. */
export type Block = TextBlock | HeadingBlock | ListItemBlock | TableBlock | FigureBlock | BreakBlock;

/** A block's place where the format knows nothing of it: text of the file itself, on no page. */
export const placeless = {
  page: null,
  seconds: null,
  box: null,
  confidence: 1,
  origin: 'text',
} as const satisfies BlockPlace;
