import { type Sheet } from './sheet';

/** Width of the strip at the left of an area, with the sign of its role. */
export const stripPx = 16;
const characterPx = 8;
const paddingPx = 14;
/** Width of bold text relative to normal text. */
const boldFactor = 1.1;
const widthMinPx = 44;
const widthMaxPx = 280;
const gapPx = 56;
/** Areas that are measured, and rows of each. */
const areasMax = 300;
const rowsMax = 40;

/** Widths of the columns of a sheet by their position in the grid, estimated from its first areas. */
export function columnWidths(sheet: Sheet): number[] {
  const { areas, columns } = sheet;
  const widths: number[] = Array.from({ length: columns.count }, (_, position) =>
    'at' in columns.line(position) ? widthMinPx : gapPx,
  );
  const widen = (column: number, characters: number, extraPx: number) => {
    const position = columns.position(column);
    const wanted = Math.min(characters * characterPx + paddingPx, widthMaxPx) + extraPx;
    widths[position] = Math.max(widths[position] ?? 0, wanted);
  };
  for (const area of areas.slice(0, areasMax)) {
    const { firstColumn, chunk } = area;
    widen(firstColumn, 0, stripPx);
    // Titles overflow to the right, as in a spreadsheet.
    if (chunk.row_role === 'note') continue;
    const factor = chunk.row_role === 'header' || chunk.row_role === 'total' ? boldFactor : 1;
    for (const line of area.lines().slice(0, rowsMax))
      line.forEach((cell, at) => {
        widen(firstColumn + at, longestLine(cell) * factor, at === 0 ? stripPx : 0);
      });
  }
  return widths;
}

const longestLine = (cell: string): number => Math.max(...cell.split('\n').map(({ length }) => length));
