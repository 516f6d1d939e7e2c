import { copiedBytesMax, type JsonText, separatorLength } from 'spreadsheet-reader/toolkit';
import { type ChunkCells } from '../facts/chunk-cells';
import { keepTyped } from '../facts/typed-text';
import { RawForm, type RawTexts, type RowBuffer } from 'spreadsheet-reader';

const SPACE = 32;
const BAR = 124;
const PLAIN = RawForm.plain;

/**
 * Appends the cells `from` to `to` (exclusive) of a row of texts as a line that begins at `firstColumn`, and
 * records the cells for the facts. It copies most bytes of the file into the chunk without creating strings.
 * It is one loop because every cell of a text file passes through it.
 */
export function writeRawLine(
  { text, cells }: { text: JsonText; cells: ChunkCells },
  row: RowBuffer,
  raw: RawTexts,
  from: number,
  to: number,
  firstColumn: number,
): void {
  cells.reserve(to - from);
  const { bytes, start: starts, end: ends, form: forms } = raw;
  const { column: columns } = row;
  const { column: keptColumns, start: keptStarts, end: keptEnds } = cells;
  let cell = cells.count;
  let column = firstColumn;
  let chars = 0;
  for (let i = from; i < to; i++, cell++) {
    const next = columns[i]!;
    const first = starts[i]!;
    const last = ends[i]!;
    const gap = (next - column) * separatorLength;
    text.reserve(gap + last - first);
    let out = text.bytes;
    let at = text.length;
    for (; column < next; column++) {
      out[at] = SPACE;
      out[at + 1] = BAR;
      out[at + 2] = SPACE;
      at += separatorLength;
    }
    const begin = at;
    chars += gap;
    if (first >= 0 && forms[i] === PLAIN && last - first <= copiedBytesMax) {
      for (let k = first; k < last; k++) out[at++] = bytes[k]!;
      chars += last - first;
      text.length = at;
    } else {
      text.length = at;
      if (first < 0) text.cell(row.text[i]!);
      else writeRaw(text, raw, i);
      out = text.bytes;
      at = text.length;
    }
    keptColumns[cell] = next - firstColumn;
    keptStarts[cell] = begin;
    keptEnds[cell] = at;
    keepTyped(cells, cell, out, begin, at);
  }
  cells.count = cell;
  text.chars += chars;
}

/** Appends the text of cell `i`, whose source is bytes. */
export function writeRaw(text: JsonText, { bytes, start, end, form }: RawTexts, i: number): void {
  if (form[i] === PLAIN) text.plainBytes(bytes, start[i]!, end[i]!);
  else text.cellBytes(bytes, start[i]!, end[i]!, form[i] === RawForm.doubled);
}
