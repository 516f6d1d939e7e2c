import { createRowBuffer, growRowBuffer } from '../row-buffer';
import { type RowBuffer } from '../workbook-reader';
import { COLUMNS_MAX, ROWS_MAX } from '../xlsx/limits';
import { cellOutsideSheet, tooManyCells, tooMuchText } from '../xlsx/rows/row-errors';
import { readOdsValue } from './cell-value';
import { type ContentHandler } from './content-scan';
import { type OdsStyles } from './styles';
import { createTableScan } from './table-scan';

/** Limits of the cells of a sheet; equal cells that the file has once count each time. */
export interface OdsRowLimits {
  cellsMax: number;
  textCharsMax: number;
}

/**
 * Creates the handler that passes the rows of one table on, equal ones that the file has once each by itself.
 *
 * @param tableDepth number of elements around the table
 * @throws SourceError `too_large` past the limits, those of the scan of the table
 */
export function createRowReader(
  tableDepth: number,
  { styles, limits, onRow }: { styles: OdsStyles; limits: OdsRowLimits; onRow: (row: RowBuffer) => void },
): ContentHandler {
  const row = createRowBuffer();
  let rowChars = 0;
  let cells = 0;
  let chars = 0;

  return createTableScan(tableDepth, {
    columns: () => undefined,
    cell({ column, repeats, attributes, style, isCovered, text }) {
      if (isCovered) return;
      const value = readOdsValue(attributes, text, { styles, style });
      if (value === null) return;
      if (column + repeats > COLUMNS_MAX) throw cellOutsideSheet();
      for (let at = column; at < column + repeats; at++) {
        if (row.length === row.column.length) growRowBuffer(row);
        const cell = row.length++;
        row.column[cell] = at;
        row.kind[cell] = value.kind;
        row.style[cell] = value.style;
        row.number[cell] = value.number;
        row.texts[cell] = value.text;
        row.formula[cell] = attributes.has('table:formula') ? 1 : 0;
      }
      rowChars += value.text.length * repeats;
    },
    row(first, repeats, hidden) {
      if (row.length > 0) {
        if (first + repeats - 1 > ROWS_MAX) throw cellOutsideSheet();
        cells += row.length * repeats;
        chars += rowChars * repeats;
        if (cells > limits.cellsMax) throw tooManyCells(limits.cellsMax);
        if (chars > limits.textCharsMax) throw tooMuchText();
        row.hidden = hidden;
        for (let number = first; number < first + repeats; number++) {
          row.row = number;
          onRow(row);
        }
      }
      row.length = 0;
      rowChars = 0;
    },
    frame: () => undefined,
  });
}
