import { type ChunkTable } from './chunk-lines';

/** Table as CSV (RFC 4180): column names, then the rows. Texts that a spreadsheet program would run are quoted. */
export function csvOf({ names, rows }: ChunkTable): string {
  return [...(names === null ? [] : [names]), ...rows]
    .map((cells) => `${cells.map(csvField).join(',')}\r\n`)
    .join('');
}

/** Table as a JSON list: an object for each row, or a list of cells where the columns have no names. */
export function jsonOf({ names, rows }: ChunkTable): string {
  const keys = names === null ? null : uniqueNames(names);
  const values = keys === null ? rows : rows.map((cells) => recordOf(keys, cells));
  return `${JSON.stringify(values, null, 2)}\n`;
}

/** Table as Markdown (GFM), with an empty header where the columns have no names. */
export function markdownOf({ names, rows }: ChunkTable): string {
  const width = Math.max(names?.length ?? 0, ...rows.map(({ length }) => length));
  const lineOf = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => markdownCell(cells[at] ?? '')).join(' | ')} |`;
  return [lineOf(names ?? []), `|${' --- |'.repeat(width)}`, ...rows.map(lineOf), ''].join('\n');
}

/**
 * A field that no spreadsheet program runs as a formula: an apostrophe precedes it where it begins like one.
 * Numbers with a sign stay.
 */
function csvField(text: string): string {
  const isFormula = /^[=@\t\r]/.test(text) || (/^[+-]/.test(text) && /[\p{L}(!|]/u.test(text));
  const field = isFormula ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

function markdownCell(text: string): string {
  return text
    .replace(/[\\|`*_<[\]~]/g, String.raw`\$&`)
    .trim()
    .replace(/\r\n?|\n/g, '<br>');
}

/** Names of which none is empty or occurs twice. */
function uniqueNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name, at) => {
    const base = name === '' ? `Column ${at + 1}` : name;
    let unique = base;
    for (let number = 2; used.has(unique); number++) unique = `${base} (${number})`;
    used.add(unique);
    return unique;
  });
}

/** Object of a row; a name such as `__proto__` is a member like others. */
const recordOf = (keys: readonly string[], cells: readonly string[]): object =>
  Object.fromEntries(keys.map((key, at) => [key, cells[at] ?? '']));
