import { type components } from 'sheaf-client';

export type SheetChunk = components['schemas']['SpreadsheetChunk'];

const cellSeparator = ' | ';
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r' };

/**
 * Cells of a chunk as the sheet shows them: a list for each row from `row_start`, beginning at
 * `column_start`. They are parsed from the text, which contains every cell. Lines of column names, and the
 * key column's value at the start of each line, are removed.
 */
export function chunkLines(chunk: SheetChunk): string[][] {
  const { rows } = chunkTable(chunk);
  return chunk.key_column === undefined ? rows : rows.map((cells) => cells.slice(1));
}

/** Table of a chunk, with the key column first where it is in another slice of the table. */
export interface ChunkTable {
  /** Names of the columns; null where the chunk has none. */
  names: string[] | null;
  /** Cells as the sheet shows them. */
  rows: string[][];
}

/** Parses the table of a chunk from its text. */
export function chunkTable({ text, row_role: role, column_headers: headers }: SheetChunk): ChunkTable {
  const lines = text.split('\n').map((line) => line.split(cellSeparator).map(unescapeCell));
  const hasNames = headers.length > 0 && role !== 'header' && role !== 'note';
  return hasNames ? { names: lines[0] ?? [], rows: lines.slice(1) } : { names: null, rows: lines };
}

/** Reverses the escapes of `\`, `|` and line breaks in a cell. */
function unescapeCell(cell: string): string {
  return cell.includes('\\') ? cell.replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign) : cell;
}
