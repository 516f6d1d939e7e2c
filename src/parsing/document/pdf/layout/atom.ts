import { type Rect } from '../rect';
import { type Segment } from './segment';

/** Rows of cells. */
export interface TableGrid {
  rows: string[][];
  headerRows: number;
}

/** A piece of a page that layout puts in order and never cuts. */
export type Atom =
  | { kind: 'segment'; rect: Rect; segment: Segment }
  /** `core` is what the words of a table take, where its rules may reach into the next column. */
  | { kind: 'table'; rect: Rect; core?: Rect; table: TableGrid; confidence: number }
  | { kind: 'figure'; rect: Rect; figure: number };

/** A stretch of a page that is read from top to bottom: the lines of a column, a table or a figure. */
export type Flow = { kind: 'lines'; lines: Segment[] } | Exclude<Atom, { kind: 'segment' }>;
