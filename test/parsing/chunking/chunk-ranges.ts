import { type SpreadsheetChunk } from '../../../src/domain/documents/spreadsheet-chunk';
import { parseCell } from 'spreadsheet-reader';

interface Box {
  name: string;
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

/**
 * Ranges of one sheet's table chunks that overlap, or that do not come in the order of the sheet: by first row,
 * then by first column. A range of {@link readBack} covers its cells, so that every cell is in one range.
 */
export function rangeFaults(chunks: readonly SpreadsheetChunk[]): string[] {
  const faults: string[] = [];
  let above: Box[] = [];
  for (const chunk of chunks) {
    if (chunk.chunk_type !== 'table' || chunk.row_start === null) continue;
    const box = boxOf(chunk);
    const before = above.at(-1);
    if (before !== undefined && !comesAfter(box, before))
      faults.push(`${box.name} comes after ${before.name}`);
    above = above.filter((other) => other.lastRow >= box.firstRow || other === before);
    for (const other of above) if (overlap(box, other)) faults.push(`${box.name} overlaps ${other.name}`);
    above.push(box);
  }
  return faults;
}

function boxOf(chunk: SpreadsheetChunk): Box {
  return {
    name: `${chunk.row_role!} ${chunk.cell_range!}`,
    firstRow: chunk.row_start!,
    lastRow: chunk.row_end!,
    firstColumn: parseCell(`${chunk.column_start!}1`)!.column,
    lastColumn: parseCell(`${chunk.column_end!}1`)!.column,
  };
}

function comesAfter(a: Box, b: Box): boolean {
  return a.firstRow > b.firstRow || (a.firstRow === b.firstRow && a.firstColumn > b.firstColumn);
}

function overlap(a: Box, b: Box): boolean {
  const rows = a.firstRow <= b.lastRow && a.lastRow >= b.firstRow;
  return rows && a.firstColumn <= b.lastColumn && a.lastColumn >= b.firstColumn;
}
