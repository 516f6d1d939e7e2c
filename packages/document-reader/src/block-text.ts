import { type Block, type TableBlock } from './block';

const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '|': '\\|', '\n': '\\n', '\r': '' };

/**
 * Line of a row: cells up to the last filled one, joined by ` | `; `\`, `|` and line breaks in a cell are
 * escaped, as in parsed spreadsheets.
 */
export function tableLine(cells: readonly string[]): string {
  const filled = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  return filled.map((cell) => cell.trim().replace(/[\\|\n\r]/g, (mark) => ESCAPED[mark]!)).join(' | ');
}

/** Text of a table, one line per row that is not empty. */
export function tableText({ rows }: Pick<TableBlock, 'rows'>): string {
  return rows
    .map(tableLine)
    .filter((line) => line !== '')
    .join('\n');
}

/** Text of a block, as a reader sees it. */
export function blockText(block: Block): string {
  switch (block.kind) {
    case 'break':
      return '';
    case 'table':
      return tableText(block);
    case 'list_item':
      return block.mark === '' ? block.text : `${block.mark} ${block.text}`;
    default:
      return block.text;
  }
}
