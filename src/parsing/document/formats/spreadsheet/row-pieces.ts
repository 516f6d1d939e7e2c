import { cutWords } from '../../chunking/split-text';
import { chunkTokensMax, type CountTokens } from '../../chunking/token-budget';

/** Lines of a chunk's text. `header` is the line of column names, which each piece of a table repeats. */
export interface RowLines {
  header: string | null;
  lines: readonly string[];
  /** Row of the first line in the sheet, 1-based; null where lines are no rows. */
  firstRow: number | null;
  /** Column of the first cell of a line, 0-based. */
  firstColumn: number;
  lastColumn: number;
}

/** Content of one chunk: consecutive rows, or some columns of one row that is too wide. */
export interface RowPiece {
  text: string;
  rowStart: number | null;
  rowEnd: number | null;
  firstColumn: number;
  lastColumn: number;
}

const separator = ' | ';

/**
 * Cuts rows into pieces that the embedding model reads whole, each under its column names. Cuts are between
 * rows; within a row that is too wide, between cells; within a cell that is too long, between words. Lines
 * without cells at the end of a piece are left out.
 */
export function* rowPieces(rows: RowLines, countTokens: CountTokens): Generator<RowPiece, undefined> {
  const { header, lines, firstRow } = rows;
  const headerTokens = header === null ? 0 : countTokens(header);
  let from = 0;
  let tokens = headerTokens;

  function piece(end: number): RowPiece[] {
    let first = from;
    let last = end - 1;
    while (first <= last && lines[first] === '') first++;
    while (last >= first && lines[last] === '') last--;
    if (last < first) return [];
    const text = [...(header === null ? [] : [header]), ...lines.slice(first, last + 1)].join('\n');
    return [{ ...placeOf(rows, first, last), text }];
  }

  for (const [at, line] of lines.entries()) {
    const lineTokens = countTokens(line);
    if (tokens + lineTokens > chunkTokensMax) {
      yield* piece(at);
      from = at;
      tokens = headerTokens;
    }
    if (headerTokens + lineTokens > chunkTokensMax) {
      yield* columnPieces(line, rows, at, countTokens);
      from = at + 1;
    } else tokens += lineTokens;
  }
  yield* piece(lines.length);
  return undefined;

  function placeOf(
    { firstColumn, lastColumn }: RowLines,
    first: number,
    last: number,
  ): Omit<RowPiece, 'text'> {
    if (firstRow === null) return { rowStart: null, rowEnd: null, firstColumn, lastColumn };
    return { rowStart: firstRow + first, rowEnd: firstRow + last, firstColumn, lastColumn };
  }
}

/** Pieces of one row that is too wide, each with as many cells as fit under their column names. */
function* columnPieces(
  line: string,
  { header, firstRow, firstColumn }: RowLines,
  at: number,
  countTokens: CountTokens,
): Generator<RowPiece, undefined> {
  const names = header?.split(separator) ?? [];
  const row = firstRow === null ? null : firstRow + at;
  let held: { name: string; value: string; column: number }[] = [];
  let tokens = 0;

  function piece(): RowPiece[] {
    const first = held[0];
    if (first === undefined) return [];
    const line = (texts: string[]) => texts.join(separator);
    const headerLines = held.some(({ name }) => name !== '') ? [line(held.map(({ name }) => name))] : [];
    return [
      {
        text: [...headerLines, line(held.map(({ value }) => value))].join('\n'),
        rowStart: row,
        rowEnd: row,
        firstColumn: first.column,
        lastColumn: held.at(-1)!.column,
      },
    ];
  }

  for (const [index, cell] of line.split(separator).entries()) {
    if (cell === '') continue;
    const [name = ''] = cutWords(names[index] ?? '', chunkTokensMax / 2, countTokens);
    const nameTokens = countTokens(name) + 1;
    for (const value of cutWords(cell, chunkTokensMax - nameTokens - 1, countTokens)) {
      const cost = nameTokens + countTokens(value) + 1;
      if (tokens + cost > chunkTokensMax) {
        yield* piece();
        held = [];
        tokens = 0;
      }
      held.push({ name, value, column: firstColumn + index });
      tokens += cost;
    }
  }
  yield* piece();
  return undefined;
}
