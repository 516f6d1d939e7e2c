import { asciiOf, decimalOf, isoKeyOf } from './byte-values';
import { type ChunkCells, KeptKind } from './chunk-cells';
import { errorCharsMax, isErrorName } from './error-name';

const HASH = 35;
const MINUS = 45;
const NINE = 57;

/**
 * Stores the kind of a text file's cell, given as bytes, and the value of a decimal or ISO date. Names of
 * errors count as errors, because spreadsheets write them into text files.
 */
export function keepTyped(
  cells: ChunkCells,
  cell: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): void {
  const head = bytes[start]!;
  // Decimals and dates begin with a digit or a minus.
  if (head <= NINE && head >= MINUS) {
    const decimal = decimalOf(bytes, start, end);
    if (!Number.isNaN(decimal)) {
      cells.kind[cell] = KeptKind.decimal;
      cells.number[cell] = decimal;
      return;
    }
    const key = isoKeyOf(bytes, start, end);
    if (!Number.isNaN(key)) {
      cells.kind[cell] = KeptKind.isoDate;
      cells.number[cell] = key;
      return;
    }
  }
  const isError = head === HASH && end - start <= errorCharsMax && isErrorName(asciiOf(bytes, start, end));
  cells.kind[cell] = isError ? KeptKind.error : KeptKind.text;
  cells.number[cell] = 0;
}
