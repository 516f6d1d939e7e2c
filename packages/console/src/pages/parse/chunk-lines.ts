import { type components } from 'sheaf-client';

export type SheetChunk = components['schemas']['SpreadsheetChunk'];

const cellSeparator = ' | ';
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r' };

/**
 * Cells of a chunk as the sheet shows them: a list for each row from `row_start`, beginning at
 * `column_start`. They are parsed from the text, which contains every cell. Lines of column names, and the
 * key column's value at the start of each line, are removed.
 */
export function chunkLines({ text, row_role: role, column_headers: names, key_column: key }: SheetChunk) {
  const lines = text.split('\n');
  const hasNames = names.length > 0 && role !== 'header' && role !== 'note';
  return lines.slice(hasNames ? 1 : 0).map((line) => {
    const cells = line.split(cellSeparator).map(unescapeCell);
    return key === undefined ? cells : cells.slice(1);
  });
}

/** Reverses the escapes of `\`, `|` and line breaks in a cell. */
function unescapeCell(cell: string): string {
  return cell.includes('\\') ? cell.replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign) : cell;
}
