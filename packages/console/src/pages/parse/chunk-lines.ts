import { type components } from 'sheaf-client';

/** A chunk of a parsed workbook. */
export type SheetChunk = components['schemas']['SpreadsheetChunk'];

const cellSeparator = ' | ';
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r' };

/**
 * Cells of a chunk as the sheet shows them: one list for each row from `row_start` on, from `column_start` on.
 * They are read from the text, which has every cell: a line of column names first where the rows below have
 * such names, and the value of the key column at the start of each line where there is one.
 */
export function chunkLines({ text, row_role: role, column_headers: names, key_column: key }: SheetChunk) {
  const lines = text.split('\n');
  const hasNames = names.length > 0 && role !== 'header' && role !== 'note';
  return lines.slice(hasNames ? 1 : 0).map((line) => {
    const cells = line.split(cellSeparator).map(unescapeCell);
    return key === undefined ? cells : cells.slice(1);
  });
}

/** A cell as it was before `\`, `|` and line breaks were escaped. */
function unescapeCell(cell: string): string {
  return cell.includes('\\') ? cell.replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign) : cell;
}
