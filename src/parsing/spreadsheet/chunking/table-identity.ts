import { toJson } from 'spreadsheet-reader/toolkit';
import { CellKind, columnLetters, type RowBuffer, textAt } from 'spreadsheet-reader';
import { readsLikeFootnote } from './footnote';
import { repeatsOneText } from './segment-grid';

/** Table identity that all chunks of the table share. */
export interface TableIdentity {
  /**
   * `tbl_<sheet>_<cell>`: the sheet's position in the workbook, 1-based, and the table's first cell in A1
   * form.
   */
  id: string;
  /** Text of the title above it, null for none. */
  title: string | null;
  /** Last row of a declared table's range, 1-based; null for a detected table. */
  declaredTo: number | null;
  /** Number of rows below the header so far. */
  rowCount: number;
}

/** Upper bound of the characters of a title; a longer text above a table is a paragraph. */
const titleCharsMax = 200;

/** Identity of a table that begins at a cell: row 1-based, column 0-based. */
export function tableIdentity(
  sheetNumber: number,
  {
    firstRow,
    firstColumn,
    title,
    declaredTo,
  }: { firstRow: number; firstColumn: number; title: string | null; declaredTo: number | null },
): TableIdentity {
  const id = `tbl_${sheetNumber}_${columnLetters(firstColumn)}${firstRow}`;
  return { id, title, declaredTo, rowCount: 0 };
}

export function identityJson({ id, title }: Pick<TableIdentity, 'id' | 'title'>): string {
  return `,"table_id":"${id}"${title === null ? '' : `,"table_title":${toJson(title)}`}`;
}

/**
 * Title among the rows above a table: the first row of one short text, or of one that is repeated in all cells,
 * that is no footnote; null for none.
 */
export function findTitle(rows: readonly RowBuffer[]): { text: string; column: number } | null {
  for (const row of rows) {
    if (row.kind[0] !== CellKind.text || (row.length > 1 && !repeatsOneText(row))) continue;
    const text = textAt(row, 0).trim();
    if (text !== '' && text.length <= titleCharsMax && !readsLikeFootnote(text))
      return { text, column: row.column[0]! };
  }
  return null;
}
