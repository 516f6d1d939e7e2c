import { type SheetInfo, type SheetLayout } from '../workbook-reader';

/** What the reader asks the child process for; it answers one at a time. */
export type LegacyRequest =
  | { ask: 'workbook' }
  | { ask: 'layout'; sheet: number }
  /** Rows from a 0-based row on, as many as fit one message. */
  | { ask: 'rows'; sheet: number; from: number };

/** What the workbook as a whole says. */
export interface LegacyWorkbook {
  date1904: boolean;
  sheets: SheetInfo[];
  /** Number formats, by the style that cells name. */
  formatCodes: string[];
}

/** A row with its cells in columns; `row` is 1-based. */
export interface LegacyRow {
  row: number;
  hidden: boolean;
  column: number[];
  kind: number[];
  style: number[];
  number: number[];
  text: string[];
  formula: number[];
}

/** `next` is the row to go on from, null behind the last. */
export interface LegacyRows {
  rows: LegacyRow[];
  next: number | null;
}

export type LegacyAnswer = LegacyWorkbook | SheetLayout | LegacyRows;

/** A refused request; whatever else goes wrong ends the child. */
export interface LegacyFailure {
  failure: string;
}
