/** Whole numbers with one scale per group: `value ≈ quantised × scale of its group`. */
export interface Quantised {
  values: Int8Array;
  scales: Float32Array;
}

/** Each row of a table by its own largest number. */
export function quantiseRows(table: Float32Array, rows: number, columns: number, range: number): Quantised {
  const values = new Int8Array(table.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const first = row * columns;
    let largest = 0;
    for (let at = first; at < first + columns; at += 1) largest = Math.max(largest, Math.abs(table[at]!));
    scales[row] = largest / range || 1;
    for (let at = first; at < first + columns; at += 1) values[at] = whole(table[at]! / scales[row]!, range);
  }
  return { values, scales };
}

/**
 * The same of a matrix that is stored as the outputs' rows, and answered the way a product takes it: inputs
 * as rows, one scale per output.
 */
export function quantiseOutputs(
  matrix: Float32Array,
  outputs: number,
  inputs: number,
  range: number,
): Quantised {
  const { values, scales } = quantiseRows(matrix, outputs, inputs, range);
  const turned = new Int8Array(values.length);
  for (let output = 0; output < outputs; output += 1)
    for (let input = 0; input < inputs; input += 1)
      turned[input * outputs + output] = values[output * inputs + input]!;
  return { values: turned, scales };
}

function whole(value: number, range: number): number {
  return Math.max(-range, Math.min(range, Math.round(value)));
}
