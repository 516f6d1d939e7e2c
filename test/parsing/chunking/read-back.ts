import { type SpreadsheetChunk } from '../../../src/domain/documents/spreadsheet-chunk';
import { columnLetters, parseCell } from 'spreadsheet-reader';
import { unescapeCell } from 'spreadsheet-reader/toolkit';

/**
 * The cells that table chunks hold, by `row:column` (1-based and 0-based), read from nothing but their public
 * fields; values that merged cells and key columns repeat are left out.
 *
 * @throws Error where two chunks hold one cell, or a chunk's text does not fit its range
 */
export function readBack(chunks: readonly SpreadsheetChunk[]): Map<string, string> {
  const cells = new Map<string, string>();
  for (const chunk of chunks) {
    if (chunk.chunk_type !== 'table' || chunk.row_start === null) continue;
    const lines = chunk.text.split('\n');
    if (repeatsHeader(chunk)) {
      const names = cellsOf(lines.shift()!, chunk);
      const trimmed = chunk.column_headers.slice(0, names.length);
      if (names.join('\0') !== trimmed.join('\0'))
        throw new Error(`${chunk.chunk_id} does not start with its header`);
    }
    if (lines.length !== chunk.row_end! - chunk.row_start + 1)
      throw new Error(`${chunk.chunk_id} has not one line a row`);
    const first = parseCell(`${chunk.column_start!}1`)!.column;
    const last = parseCell(`${chunk.column_end!}1`)!.column;
    lines.forEach((line, l) => {
      cellsOf(line, chunk).forEach((text, c) => {
        if (text === '' || (l === 0 && repeatsLabel(chunk, columnLetters(first + c)))) return;
        const key = `${chunk.row_start! + l}:${first + c}`;
        if (cells.has(key)) throw new Error(`${key} is in two chunks`);
        if (first + c > last) throw new Error(`${key} lies outside ${chunk.cell_range!}`);
        cells.set(key, text);
      });
    });
  }
  return cells;
}

/** Whether a chunk's first line is the header of its table, and not one of its rows. */
function repeatsHeader(chunk: SpreadsheetChunk): boolean {
  return chunk.header_rows !== null && chunk.row_role !== 'header' && chunk.row_role !== 'note';
}

/** Whether the first line has in a column the value of merged cells that begin above. */
function repeatsLabel(
  { merged_ranges: ranges = [], row_start: start }: SpreadsheetChunk,
  column: string,
): boolean {
  return ranges.some((range) => {
    const [, letters, row] = /^([A-Z]+)(\d+):/.exec(range)!;
    return letters === column && Number(row) < start!;
  });
}

/** Cells of one line in the range of its chunk; the first one is left out where it repeats a key column. */
function cellsOf(line: string, { key_column: key, row_role: role }: SpreadsheetChunk): string[] {
  return key === undefined || role === 'header' ? splitLine(line) : splitLine(line).slice(1);
}

/** Cells of one line, unescaped. */
function splitLine(line: string): string[] {
  const cells: string[] = [];
  let start = 0;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '\\') i++;
    else if (line[i] === '|') {
      cells.push(line.slice(start, i - 1));
      start = i + 2;
    }
  }
  cells.push(line.slice(start));
  return cells.map(unescapeCell);
}
