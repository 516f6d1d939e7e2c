import { cutWords } from '../chunking/split-text';
import { chunkTokensMax, type CountTokens } from '../chunking/token-budget';

/** Lines of a chunk's text. `header` is the line of column names, which each piece of a table repeats. */
export interface RowLines {
  header: string | null;
  lines: readonly string[];
  /** Sheet row of the first line, 1-based; null where the lines are no rows. */
  firstRow: number | null;
  /** Column of the first cell of a line, 0-based. */
  firstColumn: number;
  lastColumn: number;
  /** Cells merged over several rows; the first of their lines holds the value. */
  merged: readonly MergedLines[];
  /** Whether each line, the header included, begins with a key cell from a column outside the range. */
  hasKey: boolean;
}

/** Merged cells: first and last line, and the cell within these lines, all 0-based. */
export interface MergedLines {
  first: number;
  last: number;
  cell: number;
}

/** Content of one chunk: consecutive rows, or some columns of one row over the budget. */
export interface RowPiece {
  text: string;
  rowStart: number | null;
  rowEnd: number | null;
  firstColumn: number;
  lastColumn: number;
}

const separator = ' | ';
/**
 * Upper bound of the tokens of a row's key, which each piece repeats; the name of its column may have half as
 * many.
 */
const keyTokensMax = chunkTokensMax / 4;

/**
 * Cuts rows into pieces within the embedding model's limit, each under its column names. It cuts between
 * rows; within a row over the limit, between cells; within a cell over the limit, between words. Lines
 * without cells at the end of a piece are left out.
 */
export function* rowPieces(rows: RowLines, countTokens: CountTokens): Generator<RowPiece, undefined> {
  const { header, lines } = rows;
  const headerTokens = header === null ? 0 : countTokens(header);
  let from = 0;
  let tokens = headerTokens;

  function piece(end: number): RowPiece[] {
    let last = end - 1;
    while (last >= from && lines[last] === '') last--;
    if (last < from) return [];
    const held = [labelledLine(rows, from), ...lines.slice(from + 1, last + 1)];
    return [
      { ...placeOf(rows, from, last), text: [...(header === null ? [] : [header]), ...held].join('\n') },
    ];
  }

  for (const [at, line] of lines.entries()) {
    if (line === '' && from === at) {
      from = at + 1;
      continue;
    }
    let lineTokens = countTokens(from === at ? labelledLine(rows, at) : line);
    if (tokens + lineTokens > chunkTokensMax) {
      yield* piece(at);
      from = at;
      tokens = headerTokens;
      lineTokens = countTokens(labelledLine(rows, at));
    }
    if (headerTokens + lineTokens > chunkTokensMax) {
      yield* columnPieces(labelledLine(rows, at), rows, at, countTokens);
      from = at + 1;
    } else tokens += lineTokens;
  }
  yield* piece(lines.length);
  return undefined;
}

/** First line of a piece, with the values of merged cells that cover it from above. */
function labelledLine({ lines, merged }: RowLines, at: number): string {
  const line = lines[at]!;
  const covering = merged.filter(({ first, last }) => first < at && last >= at);
  if (covering.length === 0) return line;
  const cells = line.split(separator);
  for (const { first, cell } of covering) {
    while (cells.length <= cell) cells.push('');
    cells[cell] ||= lines[first]!.split(separator)[cell] ?? '';
  }
  return cells.join(separator);
}

function placeOf(
  { firstRow, firstColumn, lastColumn }: RowLines,
  first: number,
  last: number,
): Omit<RowPiece, 'text'> {
  if (firstRow === null) return { rowStart: null, rowEnd: null, firstColumn, lastColumn };
  return { rowStart: firstRow + first, rowEnd: firstRow + last, firstColumn, lastColumn };
}

interface NamedCell {
  name: string;
  value: string;
  column: number;
}

/**
 * Cuts one row over the budget into pieces of as many cells as fit under their column names. Each piece
 * begins with the key of the row, where there is one.
 */
function* columnPieces(
  line: string,
  { header, firstRow, firstColumn, hasKey }: RowLines,
  at: number,
  countTokens: CountTokens,
): Generator<RowPiece, undefined> {
  const names = header?.split(separator) ?? [];
  const row = firstRow === null ? null : firstRow + at;
  const cells = line.split(separator).map((value, index): NamedCell => {
    return { name: names[index] ?? '', value, column: firstColumn + index - (hasKey ? 1 : 0) };
  });
  const beginning = (text: string, tokensMax: number) =>
    cutWords(text, tokensMax, countTokens).next().value ?? '';
  const keys = cells.splice(0, hasKey ? 1 : 0).map(({ name, value, column }): NamedCell => {
    return { name: beginning(name, keyTokensMax / 2), value: beginning(value, keyTokensMax), column };
  });
  const keyTokens = keys.reduce(
    (sum, { name, value }) => sum + countTokens(name) + countTokens(value) + 2,
    0,
  );
  let held: NamedCell[] = [];
  let tokens = keyTokens;

  function piece(): RowPiece[] {
    const first = held[0];
    if (first === undefined) return [];
    const line = (texts: string[]) => texts.join(separator);
    const shown = [...keys, ...held];
    const headerLines = shown.some(({ name }) => name !== '') ? [line(shown.map(({ name }) => name))] : [];
    return [
      {
        text: [...headerLines, line(shown.map(({ value }) => value))].join('\n'),
        rowStart: row,
        rowEnd: row,
        firstColumn: first.column,
        lastColumn: held.at(-1)!.column,
      },
    ];
  }

  for (const { name: whole, value: cell, column } of cells) {
    if (cell === '') continue;
    const name = beginning(whole, chunkTokensMax / 2);
    const nameTokens = countTokens(name) + 1;
    for (const value of cutWords(cell, chunkTokensMax - keyTokens - nameTokens - 1, countTokens)) {
      const cost = nameTokens + countTokens(value) + 1;
      if (tokens + cost > chunkTokensMax) {
        yield* piece();
        held = [];
        tokens = keyTokens;
      }
      held.push({ name, value, column });
      tokens += cost;
    }
  }
  yield* piece();
  return undefined;
}
