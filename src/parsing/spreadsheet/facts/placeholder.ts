import { type JsonText } from 'spreadsheet-reader/toolkit';
import { type ChunkCells, KeptKind } from './chunk-cells';
import { type ChunkContent } from './column-values';
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

/**
 * Counts the placeholders for missing values in each column that `isWanted` selects; an empty list where it
 * selects none.
 */
export function countPlaceholders(
  { cells, text }: ChunkContent,
  columns: number,
  isWanted: (column: number) => boolean,
): number[] {
  const wanted = Array.from({ length: columns }, (_, c) => isWanted(c));
  if (!wanted.includes(true)) return [];
  const counts = new Array<number>(columns).fill(0);
  for (let i = 0; i < cells.count; i++) {
    const c = cells.column[i]!;
    if (wanted[c] === true && cells.kind[i] === KeptKind.text && isPlaceholder(cells, i, text)) counts[c]!++;
  }
  return counts;
}
