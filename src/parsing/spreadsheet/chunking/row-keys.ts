import { encodeCell, type EncodedText } from 'spreadsheet-reader/toolkit';
import { type RowBuffer } from 'spreadsheet-reader';
import { clippedName } from './header-names';
import { type SheetContext } from './sheet-context';
import { cellAtOrAfter } from './stored-row';

/** Upper bound of the characters of a key, which each slice of its row repeats; a longer key is cut. */
const keyCharsMax = 80;
const noKey = encodeCell('');

export interface RowKeys {
  /**
   * Displayed value of the key column among the cells `from` to `to` (exclusive) of a row, or of merged cells
   * that cover it; '' for none. Rows must ascend.
   */
  of(row: RowBuffer, from: number, to: number): EncodedText;
}

/** Creates a reader for a 0-based column. */
export function createRowKeys({ display, merges }: SheetContext, column: number): RowKeys {
  let key = noKey;
  /** Last row that the range of the current key covers. */
  let lastRow = 0;

  function lastRowOf(row: number): number {
    if (!merges.spanRows) return row;
    return merges.startingIn(row, row).find(({ firstColumn }) => firstColumn === column)?.lastRow ?? row;
  }

  return {
    of(row, from, to) {
      const i = cellAtOrAfter(row, column, from);
      if (i < to && row.column[i] === column) {
        key = encodeCell(clippedName(display.text(row, i), keyCharsMax));
        lastRow = lastRowOf(row.row);
      }
      return row.row <= lastRow ? key : noKey;
    },
  };
}
