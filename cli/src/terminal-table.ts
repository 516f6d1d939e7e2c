import stringWidth from 'string-width';

/** Columns between two fields. */
const gap = '  ';
/** What is kept of a column before others are made narrow: of the first one, which names the row, more. */
const kept = { first: 40, other: 16, least: 6 };
/** Code units for each column of a field that are looked at; what is behind them is not shown. */
const unitsOfColumn = 16;

const graphemes = new Intl.Segmenter();

/** What a terminal obeys instead of showing it; texts of files and names may hold it. */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Lines of a table that fit a terminal: each row is one line, and a field that is too wide ends in `…`.
 *
 * @param columns of the terminal
 */
export function* tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): Generator<string> {
  const widths = columnWidths([head, ...rows], columns);
  const lineOf = (fields: readonly string[]) =>
    fields
      .map((field, at) => padded(cutTo(field, widths[at]!), widths[at]!))
      .join(gap)
      .trimEnd();
  yield lineOf(head);
  yield widths.map((width) => '─'.repeat(width)).join(gap);
  for (const row of rows) yield lineOf(row);
}

/** Lines of one row that show all of each field, with its line breaks. */
export function* wholeRowLines(head: readonly string[], row: readonly string[]): Generator<string> {
  const width = Math.max(...head.map((name) => stringWidth(name)));
  for (const [at, name] of head.entries()) {
    const [first = '', ...further] = row[at]!.split(/\r\n|[\r\n]/).map(shownText);
    yield `${padded(name, width)}${gap}${first}`.trimEnd();
    for (const line of further) yield `${' '.repeat(width)}${gap}${line}`.trimEnd();
  }
  yield '';
}

/** Widths that fit a line: what the kept ones leave is shared by the fields that want more. */
function columnWidths(rows: readonly (readonly string[])[], columns: number): number[] {
  const wanted = rows[0]!.map(() => 0);
  for (const row of rows)
    for (const [at, field] of row.entries())
      wanted[at] = Math.max(wanted[at]!, Math.min(stringWidth(lineStart(field, columns)), columns));
  const widths = wanted.map((width, at) => Math.min(width, at === 0 ? kept.first : kept.other));
  let free = widths.reduce((left, width) => left - width, columns - gap.length * (widths.length - 1));
  for (let at = widths.length - 1; at >= 0 && free < 0; at -= 1) {
    const given = Math.min(-free, Math.max(widths[at]! - kept.least, 0));
    widths[at]! -= given;
    free += given;
  }
  const isNarrow = (at: number) => widths[at]! < wanted[at]!;
  for (let narrow = [...widths.keys()]; free > 0 && narrow.length > 0; narrow = narrow.filter(isNarrow)) {
    const share = Math.max(Math.floor(free / narrow.length), 1);
    for (const at of narrow) {
      const taken = Math.min(share, wanted[at]! - widths[at]!, free);
      widths[at]! += taken;
      free -= taken;
    }
  }
  return widths;
}

function cutTo(field: string, width: number): string {
  const text = lineStart(field, width);
  if (stringWidth(text) <= width) return text;
  let cut = '';
  let taken = 0;
  for (const { segment } of graphemes.segment(text)) {
    taken += stringWidth(segment);
    if (taken > width - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

/** The beginning of a field on one line, wider than the columns where the field is. */
function lineStart(field: string, columns: number): string {
  const units = (columns + 1) * unitsOfColumn;
  const start = shownText(field.slice(0, units).replaceAll(/\s+/g, ' '));
  return field.length > units ? start.padEnd(units, ' ') : start;
}

/** A text without what a terminal would obey. */
export const shownText = (text: string) => text.replaceAll(controls, ' ');

const padded = (text: string, width: number) => text + ' '.repeat(Math.max(width - stringWidth(text), 0));
