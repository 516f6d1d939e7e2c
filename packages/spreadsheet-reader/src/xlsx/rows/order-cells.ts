import { type RowBuffer } from '../../workbook-reader';

/**
 * Capacity of a row: twice the widest row, so that sorting repeated cells is amortised over as many new ones.
 */
export const ROW_CELLS_MAX = 32_768;

/** Sorts the cells of a row by column; of several cells in one column the last is kept. */
export function orderCells(row: RowBuffer): void {
  const lastOfColumn = new Map<number, number>();
  for (let cell = 0; cell < row.length; cell++) lastOfColumn.set(row.column[cell]!, cell);
  const order = [...lastOfColumn].sort(([a], [b]) => a - b).map(([, cell]) => cell);
  permute(row.column, order);
  permute(row.kind, order);
  permute(row.style, order);
  permute(row.number, order);
  permute(row.formula, order);
  const texts = order.map((cell) => row.text[cell]!);
  for (let cell = 0; cell < texts.length; cell++) row.text[cell] = texts[cell]!;
  row.length = order.length;
}

function permute(values: Int32Array | Uint8Array | Float64Array, order: readonly number[]): void {
  values.set(order.map((cell) => values[cell]!));
}
