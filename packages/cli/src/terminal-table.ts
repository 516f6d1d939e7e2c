import stringWidth from 'string-width';

/** Space between two columns. */
const gap = '  ';
/** Least widths: of the first column, of the others, and of any column on a narrow terminal. */
const kept = { first: 40, other: 16, least: 6 };
/** UTF-16 code units that are read of a field for each terminal column of its width. */
const unitsOfColumn = 16;

/** Numbers, amounts and shares, as texts. */
const figure = /^[-+−(]?\p{Sc}?\s?\d[\d.,'\s]*\)?\s?[%\p{Sc}]?$/u;

const graphemes = new Intl.Segmenter();

/** Control characters, which names and texts of files may contain and a terminal would execute. */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Lines of a table that fit a terminal. Each row is one line. A field that is too wide is cut and ends in
 * `…`. Columns of figures stand at the right, besides the first.
 *
 * @param columns width of the terminal
 */
export function* tableLines(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): Generator<string> {
  const widths = columnWidths([head, ...rows], columns);
  const atRight = head.map((_, at) => at > 0 && isOfFigures(rows.map((row) => row[at]!)));
  const lineOf = (fields: readonly string[]) =>
    fields
      .map((field, at) => padded(cutTo(field, widths[at]!), widths[at]!, atRight[at]))
      .join(gap)
      .trimEnd();
  yield lineOf(head);
  yield widths.map((width) => '─'.repeat(width)).join(gap);
  for (const row of rows) yield lineOf(row);
}

/** Lines of one row, each field complete and with its line breaks. */
export function* wholeRowLines(head: readonly string[], row: readonly string[]): Generator<string> {
  const width = Math.max(...head.map((name) => stringWidth(name)));
  for (const [at, name] of head.entries()) {
    const [first = '', ...further] = row[at]!.split(/\r\n|[\r\n]/).map(shownText);
    yield `${padded(name, width)}${gap}${first}`.trimEnd();
    for (const line of further) yield `${' '.repeat(width)}${gap}${line}`.trimEnd();
  }
  yield '';
}

/** Widths of the columns. Each gets its least width; wider ones share the rest. */
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

/** The beginning of a field on one line, longer than `columns` when the field is. */
function lineStart(field: string, columns: number): string {
  const units = (columns + 1) * unitsOfColumn;
  const start = shownText(field.slice(0, units).replaceAll(/\s+/g, ' '));
  return field.length > units ? start.padEnd(units, ' ') : start;
}

/** A text with spaces instead of control characters. */
export const shownText = (text: string) => text.replaceAll(controls, ' ');

function isOfFigures(fields: readonly string[]): boolean {
  const filled = fields.filter((field) => field !== '');
  return filled.length > 0 && filled.every((field) => figure.test(field));
}

function padded(text: string, width: number, atRight = false): string {
  const spaces = ' '.repeat(Math.max(width - stringWidth(text), 0));
  return atRight ? spaces + text : text + spaces;
}
