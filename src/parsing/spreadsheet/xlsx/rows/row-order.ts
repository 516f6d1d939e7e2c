import { XML_BYTES } from '../xml/bytes';
import { localNameStart, nameEnd, tagEnd } from './byte-scan';
import { readRowTag, type RowTag } from './row-tag';

const { LESS, LOWER_R, SLASH } = XML_BYTES;
/** End of `<row` and `<x:row`. Its first letter is rare in the XML of cells, which lets the search run ahead. */
const ROW_NAME_END = 'ow';
const NAME_BYTES_MAX = 64;

/** A row element: its number and where it begins. */
interface RowStart {
  number: number;
  offset: number;
}

/**
 * The row elements between two offsets, ascending by row number, or null where the file has them in that order already, as
 * nearly all do. Rows with the same number keep the file's order.
 */
export function rowsInOrder(bytes: Buffer, from: number, to: number): Buffer[] | null {
  if (isAscending(bytes, from, to)) return null;
  const starts = Array.from(eachRow(bytes, from, to), ({ number, offset }) => ({ number, offset }));
  const pieces = starts.map(({ number, offset }, index) => ({
    number,
    bytes: bytes.subarray(offset, starts[index + 1]?.offset ?? to),
  }));
  return pieces.sort((a, b) => a.number - b.number).map((piece) => piece.bytes);
}

function isAscending(bytes: Buffer, from: number, to: number): boolean {
  let last = 0;
  for (const { number } of eachRow(bytes, from, to)) {
    if (number < last) return false;
    last = number;
  }
  return true;
}

/** Yields one record again and again. */
function* eachRow(bytes: Buffer, from: number, to: number): Generator<RowStart, undefined> {
  const row: RowStart = { number: 0, offset: 0 };
  const tag: RowTag = { number: 0, hidden: false };
  for (
    let at = bytes.indexOf(ROW_NAME_END, from);
    at >= 0 && at < to;
    at = bytes.indexOf(ROW_NAME_END, at + 2)
  ) {
    const offset = rowElementStart(bytes, at);
    if (offset < 0) continue;
    const stop = tagEnd(bytes, at + 2, to);
    if (stop < 0) return undefined;
    readRowTag(tag, bytes, at + 2, stop);
    row.number = tag.number === 0 ? row.number + 1 : tag.number;
    row.offset = offset;
    yield row;
  }
  return undefined;
}

/** Position of the `<` of the start tag whose name ends with the `ow` at this position; -1 where it is something else. */
function rowElementStart(bytes: Buffer, nameTail: number): number {
  const local = nameTail - 1;
  if (bytes[local] !== LOWER_R) return -1;
  let less = local - 1;
  if (bytes[less] !== LESS) {
    const lowest = Math.max(0, local - NAME_BYTES_MAX);
    while (less > lowest && bytes[less] !== LESS) less--;
    if (bytes[less] !== LESS || bytes[less + 1] === SLASH) return -1;
  }
  const stop = nameEnd(bytes, less + 1, bytes.length);
  return stop === nameTail + 2 && localNameStart(bytes, less + 1, stop) === local ? less : -1;
}
