import { type TableBlock } from '../block';

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '|': '\\|', '\n': '\\n', '\r': '' };

/** A row as one line: cells joined by ` | `, with `\`, `|` and line breaks inside a cell escaped, as in parsed spreadsheets. */
export function tableLine(cells: readonly string[]): string {
  return cells.map((cell) => cell.trim().replace(/[\\|\n\r]/g, (mark) => ESCAPED[mark]!)).join(' | ');
}

/** A whole table, one line per row. */
export function tableText({ rows }: Pick<TableBlock, 'rows'>): string {
  return rows.map(tableLine).join('\n');
}
