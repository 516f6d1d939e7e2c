import { type CellDisplay, type CellRange, rangeName, type RowBuffer } from 'spreadsheet-reader';
import { clippedName } from './header-names';
import { type MergeIndex } from './merge-index';
import { cellAtOrAfter } from './stored-row';

/** Value of a merged range that covers several rows. */
export interface MergedLabel {
  readonly range: CellRange;
  /** Displayed value, cut to the length of a column name because chunks repeat it. */
  readonly text: string;
}

/** Labels of the merged ranges of a panel that reach into its open chunk or later ones. */
export interface MergedLabels {
  /** Adds the labels in the cells `from` to `to` (exclusive) of a row whose ranges extend below the row. */
  add(row: RowBuffer, from: number, to: number): void;
  /** Labels of ranges that begin above a row and cover it, by column. */
  reaching(row: number): readonly MergedLabel[];
  /** Removes a label, because a covered cell has a value of its own. */
  drop(label: MergedLabel): void;
  /**
   * Returns the ranges, in A1 form, that reach into rows `first` to `last` of a complete chunk, and removes
   * the labels of those that end there.
   */
  close(first: number, last: number): string[];
}

/** Creates an empty set; null for a sheet without cells merged over several rows. */
export function createMergedLabels(merges: MergeIndex, display: CellDisplay): MergedLabels | null {
  if (!merges.spanRows) return null;
  let labels: MergedLabel[] = [];

  return {
    add(row, from, to) {
      const starting = merges.startingIn(row.row, row.row);
      for (const range of starting) {
        if (range.lastRow === row.row) continue;
        const cell = cellAtOrAfter(row, range.firstColumn, from);
        if (cell >= to || row.column[cell] !== range.firstColumn) continue;
        labels.push({ range, text: clippedName(display.text(row, cell)) });
      }
    },
    reaching(row) {
      const byColumn = new Map<number, MergedLabel>();
      for (const label of labels) {
        const { firstRow, lastRow, firstColumn } = label.range;
        if (firstRow < row && lastRow >= row) byColumn.set(firstColumn, label);
      }
      return [...byColumn.values()].sort((a, b) => a.range.firstColumn - b.range.firstColumn);
    },
    drop(label) {
      labels = labels.filter((other) => other !== label);
    },
    close(first, last) {
      const inside = labels.filter(({ range }) => range.lastRow >= first && range.firstRow <= last);
      labels = labels.filter(({ range }) => range.lastRow > last);
      return inside.map(({ range }) =>
        rangeName(range.firstRow, range.lastRow, range.firstColumn, range.lastColumn),
      );
    },
  };
}
