import { escapeInline, linesOfText } from './escape-text';

const headerSeparator = ' / ';

/** Number of columns of the widest row. */
export function columnsOf(rows: readonly (readonly string[])[]): number {
  return rows.reduce((most, { length }) => Math.max(most, length), 0);
}

/** Cells of the one header row that Markdown has: levels of a column are joined by ` / `. */
export function headerCells(rows: readonly (readonly string[])[], columns: number): string[] {
  return Array.from({ length: columns }, (_, column) =>
    rows
      .map((row) => (row[column] ?? '').trim())
      .filter((name, level, names) => name !== '' && name !== names[level - 1])
      .join(headerSeparator),
  );
}

/** Line of a row: pipes and other marks in cells are escaped, and line breaks are `<br>`. */
export function rowLine(cells: readonly string[], columns: number): string {
  const shown = Array.from({ length: columns }, (_, column) => cellText(cells[column] ?? ''));
  return `| ${shown.join(' | ')} |`;
}

/** Line between the header and the rows. */
export function delimiterLine(columns: number): string {
  return `|${' --- |'.repeat(columns)}`;
}

function cellText(cell: string): string {
  return linesOfText(cell)
    .filter((line) => line !== '')
    .map(escapeInline)
    .join('<br>');
}
