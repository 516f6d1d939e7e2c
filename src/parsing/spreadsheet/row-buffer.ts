import { type RowBuffer } from './workbook-reader';

const initialCells = 64;

/** An empty row for a reader to fill and hand out again and again. */
export function createRowBuffer(): RowBuffer {
  return {
    row: 0,
    length: 0,
    hidden: false,
    column: new Int32Array(initialCells),
    kind: new Uint8Array(initialCells),
    style: new Int32Array(initialCells),
    number: new Float64Array(initialCells),
    text: new Array<string>(initialCells).fill(''),
    formula: new Uint8Array(initialCells),
  };
}

/** Doubles the room of a row whose cells fill it; its cells stay, and columns may be held in new arrays afterwards. */
export function growRowBuffer(row: RowBuffer): void {
  const cells = row.column.length * 2;
  row.column = enlarge(row.column, new Int32Array(cells));
  row.kind = enlarge(row.kind, new Uint8Array(cells));
  row.style = enlarge(row.style, new Int32Array(cells));
  row.number = enlarge(row.number, new Float64Array(cells));
  row.formula = enlarge(row.formula, new Uint8Array(cells));
  while (row.text.length < cells) row.text.push('');
}

function enlarge<T extends Int32Array | Uint8Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
