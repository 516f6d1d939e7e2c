/** How a column is shown; the writers map it to a number format. */
export type ColumnStyle = 'general' | 'date' | 'datetime' | 'currency' | 'percent';

/** A cell before it is written; `null` stays blank. Dates are serials of the 1900 system. */
export type CellValue = number | string | boolean | null | { error: '#N/A' | '#DIV/0!' };

export interface ColumnPlan {
  header: string;
  style: ColumnStyle;
  /**
   * Makes the column's values cached results of the product `first * second * (1 - third)` of three columns
   * of the row.
   */
  product?: readonly [first: number, second: number, third: number];
}

/** A sheet to write: a header row and then `rows`. Every call of `rows` starts the same sequence again. */
export interface SheetPlan {
  name: string;
  columns: readonly ColumnPlan[];
  /** Rows under the header. */
  rowCount: number;
  rows: () => Iterable<readonly CellValue[]>;
}

/**
 * Facts that a reader must find in a written file, by which a bench proves that every peer read all of it.
 */
export interface TableFacts {
  sheets: number;
  rows: number;
  /** Cells with a value, headers included. */
  cells: number;
  texts: number;
  /** Sum of numbers and date serials, added in file order. */
  numberSum: number;
}

export const noFacts = (): TableFacts => ({ sheets: 0, rows: 0, cells: 0, texts: 0, numberSum: 0 });

/** Counts one row into `facts`. */
export function countRow(facts: TableFacts, row: readonly CellValue[]): void {
  facts.rows++;
  for (const value of row) {
    if (value === null) continue;
    facts.cells++;
    if (typeof value === 'number') facts.numberSum += value;
    else if (typeof value === 'string') facts.texts++;
  }
}

/** Header and rows of a plan in file order. */
export function* linesOf(plan: SheetPlan): Iterable<readonly CellValue[]> {
  yield plan.columns.map((column) => column.header);
  yield* plan.rows();
}
