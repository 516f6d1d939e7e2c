import { type SheetInfo, type SheetLayout } from '../workbook-reader';

/** Request to the child process, which answers one at a time. */
export type LegacyRequest =
  | { ask: 'workbook' }
  | { ask: 'layout'; sheet: number }
  /** Rows from a 0-based row on, as many as fit one message. */
  | { ask: 'rows'; sheet: number; from: number };

/** Workbook-wide facts. */
export interface LegacyWorkbook {
  date1904: boolean;
  sheets: SheetInfo[];
  /** Number formats, by the style that cells name. */
  formatCodes: string[];
}

/** A row as parallel arrays of cells; `row` is 1-based. */
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

/** A batch of rows; `next` is the row of the next batch, null behind the last. */
export interface LegacyRows {
  rows: LegacyRow[];
  next: number | null;
}

export type LegacyAnswer = LegacyWorkbook | SheetLayout | LegacyRows;

/** A refused request; any other failure ends the child. */
export interface LegacyFailure {
  failure: string;
}
