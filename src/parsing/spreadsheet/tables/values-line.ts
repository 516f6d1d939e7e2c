import { toJson } from 'spreadsheet-reader/toolkit';
import { type ChunkCells, KeptKind } from '../facts/chunk-cells';
import { type CellCode, CODE, type ValuesLine } from './cell-codes';

/**
 * Line of the values of a chunk that its text does not show. Cells that display nothing are left out, as the
 * text has them as blanks.
 *
 * @param labels columns whose cell in the first line is the label of a merged cell above
 */
export function valuesLine(cells: ChunkCells, columns: number, labels: readonly number[]): string {
  const codes = new Array<CellCode>(columns).fill(CODE.blank);
  const numbers: number[] = [];
  const texts: string[] = [];
  for (let i = 0; i < cells.count; i++) {
    if (cells.start[i] === cells.end[i]) continue;
    const code = codeOf(cells, i);
    const c = cells.column[i]!;
    if (codes[c] === CODE.blank) codes[c] = code;
    else if (codes[c] !== code) codes[c] = CODE.mixed;
    if (code === CODE.number || code === CODE.date) numbers.push(cells.number[i]!);
    else if (code === CODE.hiddenText) texts.push(cells.unlike.get(i)!);
  }
  const line: ValuesLine = { codes: codes.join('') };
  if (codes.includes(CODE.mixed)) line.mixed = mixedCodes(cells, codes);
  if (numbers.length > 0) line.numbers = Buffer.from(Float64Array.from(numbers).buffer).toString('base64');
  if (texts.length > 0) line.texts = texts;
  if (labels.length > 0) line.labels = [...labels];
  return toJson(line);
}

function codeOf(cells: ChunkCells, i: number): CellCode {
  switch (cells.kind[i]) {
    case KeptKind.number:
      return cells.plain[i] === 1 ? CODE.plain : CODE.number;
    case KeptKind.date:
      return CODE.date;
    case KeptKind.boolean:
      return CODE.boolean;
    case KeptKind.text:
      return cells.unlike.has(i) ? CODE.hiddenText : CODE.text;
    default:
      return CODE.none;
  }
}

function mixedCodes(cells: ChunkCells, codes: readonly CellCode[]): string[] {
  const lists = new Map<number, string>();
  codes.forEach((code, c) => {
    if (code === CODE.mixed) lists.set(c, '');
  });
  for (let i = 0; i < cells.count; i++) {
    const list = lists.get(cells.column[i]!);
    if (list === undefined || cells.start[i] === cells.end[i]) continue;
    lists.set(cells.column[i]!, list + codeOf(cells, i));
  }
  return [...lists.values()];
}
