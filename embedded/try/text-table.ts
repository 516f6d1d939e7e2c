const gap = '  ';
const linesMax = 4;

/** A column of a text table. */
export interface TextColumn {
  title: string;
  /** Width in characters; texts are wrapped to it. */
  width: number;
}

/** A table of plain text: a title line, a rule, then the rows, their texts wrapped within their columns. */
export function formatTable(columns: readonly TextColumn[], rows: readonly (readonly string[])[]): string {
  const titles = columns.map((column) => column.title);
  const rule = columns.map((column) => '-'.repeat(column.width));
  return [titles, rule, ...rows].map((row) => formatRow(columns, row)).join('\n');
}

function formatRow(columns: readonly TextColumn[], row: readonly string[]): string {
  const cells = columns.map((column, index) => wrap(row[index] ?? '', column.width));
  const height = Math.max(...cells.map((lines) => lines.length));
  const lines = Array.from({ length: height }, (_, line) =>
    columns.map((column, index) => (cells[index]?.[line] ?? '').padEnd(column.width)).join(gap),
  );
  return lines.map((line) => line.trimEnd()).join('\n');
}

/** Breaks a text at its blanks into lines of at most `width`; what does not fit into four lines ends in `…`. */
function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of printable(text)
    .split(' ')
    .flatMap((long) => divide(long, width))) {
    const line = lines.at(-1)!;
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length <= linesMax) return lines;
  const last = lines[linesMax - 1]!;
  return [...lines.slice(0, linesMax - 1), `${last.slice(0, width - 1)}…`];
}

/** Cells come from strangers: a control character must not reach the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ');
}

function divide(word: string, width: number): string[] {
  return word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? [''];
}
