import { type JsonText } from 'spreadsheet-reader/toolkit';
import { type ChunkCells } from './chunk-cells';
import { standsForNoValue } from './no-value';

/** Upper bound of the bytes of a placeholder for a missing value. */
const placeholderBytesMax = 24;
const digit = /\p{N}/u;

/** Whether a text cell is a placeholder (`n/a`, `-`, `unknown`) in a column of other values. */
export function isPlaceholder(cells: ChunkCells, cell: number, text: JsonText): boolean {
  if (cells.end[cell]! - cells.start[cell]! > placeholderBytesMax) return false;
  const value = cells.textOf(cell, text);
  return standsForNoValue(value) && !digit.test(value);
}
