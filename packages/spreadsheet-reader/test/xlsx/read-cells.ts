import { CellKind, type RowBuffer, type WorkbookReader } from '../../src/workbook-reader';
import { openXlsx, type XlsxLimits } from '../../src/xlsx';

/**
 * `B2 text "x"`: place, kind and value of a cell, with ` =` behind a formula's result and ` ~` in a hidden
 * row.
 */
export type CellLine = string;

const TEXTUAL = new Set(['text', 'error', 'formula']);
const KIND_NAMES = new Map(Object.entries(CellKind).map(([name, code]) => [code as number, name]));

/** Cells of all worksheets, in the order in which they come. */
export async function readCells(path: string, limits?: XlsxLimits): Promise<CellLine[]> {
  return withReader(
    path,
    async (reader) => {
      const lines: CellLine[] = [];
      for (const sheet of reader.sheets) {
        await reader.readRows(sheet, (row) => {
          lines.push(...linesOf(row));
        });
      }
      return lines;
    },
    limits,
  );
}

/** Opens a workbook for one use. */
export async function withReader<T>(
  path: string,
  use: (reader: WorkbookReader) => Promise<T>,
  limits?: XlsxLimits,
): Promise<T> {
  const reader = await openXlsx(path, limits);
  try {
    return await use(reader);
  } finally {
    reader.close();
  }
}

export function linesOf(row: RowBuffer): CellLine[] {
  return Array.from({ length: row.length }, (_, cell) => {
    const kind = KIND_NAMES.get(row.kind[cell]!)!;
    const value = TEXTUAL.has(kind) ? row.text[cell]! : row.number[cell]!;
    const marks = (row.formula[cell] === 1 ? ' =' : '') + (row.hidden ? ' ~' : '');
    return `${letters(row.column[cell]!)}${row.row} ${kind} ${JSON.stringify(value)}${marks}`;
  });
}

function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}
