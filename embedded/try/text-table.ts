const gap = '  ';
const linesMax = 4;
/** Characters that a terminal shows in two columns: East Asian scripts, full-width forms and emoji. */
const wide = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u;
const combining = /\p{M}/u;

/** A column of a text table. */
export interface TextColumn {
  title: string;
  /** Width in columns of the terminal; texts are wrapped to it. */
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
    columns.map((column, index) => pad(cells[index]?.[line] ?? '', column.width)).join(gap),
  );
  return lines.map((line) => line.trimEnd()).join('\n');
}

/**
 * Breaks a text at its blanks into lines of at most `width`; what does not fit into four lines ends in `…`.
 */
function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of printable(text)
    .split(' ')
    .flatMap((long) => divide(long, width))) {
    const line = lines.at(-1)!;
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length <= linesMax) return lines;
  const [last] = divide(lines[linesMax - 1]!, width - 1);
  return [...lines.slice(0, linesMax - 1), `${last!}…`];
}

/** Cells come from strangers: a control character must not reach the terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ');
}

/** The pieces of a word that are at most `width` wide. */
function divide(word: string, width: number): string[] {
  const pieces = [''];
  for (const character of word) {
    const longer = pieces.at(-1)! + character;
    if (widthOf(longer) <= width) pieces[pieces.length - 1] = longer;
    else pieces.push(character);
  }
  return pieces;
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += combining.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}
