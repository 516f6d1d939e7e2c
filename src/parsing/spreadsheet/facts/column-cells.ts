import { KeptKind } from './chunk-cells';
import { type ChunkContent } from './column-values';
import { noHabit, readLocalColumn } from './local-column';

/** Numbers of a column of a chunk, in order; `isLocal` where they are in a country's notation. */
export function numbersOf(
  chunk: ChunkContent,
  column: number,
  typedByText: boolean,
): { values: number[]; isLocal: boolean } {
  const { cells } = chunk;
  const own: number[] = [];
  for (let i = 0; i < cells.count; i++)
    if (cells.column[i] === column && cells.kind[i] !== KeptKind.error) own.push(i);
  const isNumber = (i: number) => cells.kind[i] === KeptKind.number || cells.kind[i] === KeptKind.decimal;
  const mayBeLocal = typedByText && !own.every(isNumber);
  const local = mayBeLocal ? readLocalColumn(chunk, own, noHabit()) : null;
  if (local?.type === 'number') return { values: local.values.map(Number), isLocal: true };
  return { values: own.filter(isNumber).map((i) => cells.number[i]!), isLocal: false };
}

/** Last text of a column of a chunk, null for none. */
export function lastTextOf({ cells, text }: ChunkContent, column: number): string | null {
  for (let i = cells.count - 1; i >= 0; i--)
    if (cells.column[i] === column && isText(cells.kind[i]!)) return cells.textOf(i, text);
  return null;
}

/** Whether a cell kind is stored as text. */
function isText(kind: number): boolean {
  return kind === KeptKind.text || kind === KeptKind.error || kind >= KeptKind.decimal;
}
