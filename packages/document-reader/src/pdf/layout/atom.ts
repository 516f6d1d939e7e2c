import { type Rect } from '../rect';
import { type Segment } from './segment';

/** Rows of cell texts, the header rows first. */
export interface TableGrid {
  rows: string[][];
  headerRows: number;
}

/** Smallest unit that layout orders and never cuts. */
export type Atom =
  | { kind: 'segment'; rect: Rect; segment: Segment }
  /** `core` is the rectangle of the table's words; its rules may reach into the next column. */
  | { kind: 'table'; rect: Rect; core?: Rect; table: TableGrid; confidence: number }
  | { kind: 'figure'; rect: Rect; figure: number }
  /** A list of titles, leaders and pages; its lines are not laid out again. */
  | { kind: 'contents'; rect: Rect; lines: Segment[] };

/** Unit of reading order, read from top to bottom: the lines of a column, a table or a figure. */
export type Flow = { kind: 'lines'; lines: Segment[] } | Exclude<Atom, { kind: 'segment' }>;
