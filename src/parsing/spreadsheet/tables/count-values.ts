import { asciiOf } from '../facts/byte-values';
import { type ChunkCells, KeptKind } from '../facts/chunk-cells';
import { type ChunkContent } from '../facts/column-values';
import { countPlaceholders } from '../facts/placeholder';

/** Kinds of values that are counted, as indexes into the counts of a column. */
export const VALUE = { numbers: 0, dates: 1, texts: 2, booleans: 3, codes: 4, others: 5 } as const;
/** Number of counts of a column. */
export const valueSlots = 6;

const ZERO = 48;
const NINE = 57;
const slotOfKind = new Uint8Array(9).fill(VALUE.others);
slotOfKind[KeptKind.number] = slotOfKind[KeptKind.decimal] = VALUE.numbers;
slotOfKind[KeptKind.date] = slotOfKind[KeptKind.isoDate] = VALUE.dates;
slotOfKind[KeptKind.text] = VALUE.texts;
slotOfKind[KeptKind.boolean] = VALUE.booleans;
const longestBoolean = 5;

/**
 * Counts the values of the columns of a chunk by kind. Placeholders for missing values, errors and formulas
 * without a value decide nothing about a column. In a text file, the words `true` and `false` are booleans,
 * and digits with leading zeros are codes.
 */
export function countValues(chunk: ChunkContent, columns: number, typedByText: boolean): Uint32Array {
  const { cells, text } = chunk;
  const counts = new Uint32Array(columns * valueSlots);
  for (let i = 0; i < cells.count; i++) {
    let slot: number = slotOfKind[cells.kind[i]!]!;
    if (typedByText && slot === VALUE.texts) slot = slotOfText(cells, text.bytes, i);
    counts[cells.column[i]! * valueSlots + slot]!++;
  }
  const of = (column: number, slot: number) => counts[column * valueSlots + slot]!;
  const isMixed = (column: number) =>
    of(column, VALUE.texts) > 0 &&
    of(column, VALUE.numbers) + of(column, VALUE.dates) + of(column, VALUE.booleans) > 0;
  for (const [column, count] of countPlaceholders(chunk, columns, isMixed).entries()) {
    counts[column * valueSlots + VALUE.texts]! -= count;
    counts[column * valueSlots + VALUE.others]! += count;
  }
  return counts;
}

function slotOfText({ start, end }: ChunkCells, bytes: Uint8Array, i: number): number {
  const length = end[i]! - start[i]!;
  const head = bytes[start[i]!]!;
  if (length <= longestBoolean && isBooleanHead(head)) {
    return isBooleanWord(asciiOf(bytes, start[i]!, end[i]!)) ? VALUE.booleans : VALUE.texts;
  }
  if (head !== ZERO || length === 1) return VALUE.texts;
  for (let at = start[i]! + 1; at < end[i]!; at++)
    if (!(bytes[at]! >= ZERO && bytes[at]! <= NINE)) return VALUE.texts;
  return VALUE.codes;
}

/** Whether a byte is one of `tTfF`. */
function isBooleanHead(byte: number): boolean {
  const lower = byte | 32;
  return lower === 116 || lower === 102;
}

/** Whether a text is `true` or `false` in any case of letters. */
export function isBooleanWord(text: string): boolean {
  const word = text.toLowerCase();
  return word === 'true' || word === 'false';
}
