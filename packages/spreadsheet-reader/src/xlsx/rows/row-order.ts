import { XML_BYTES } from '../../ooxml/xml/bytes';
import { nameEnd, tagEnd } from './byte-scan';
import { isMainName, type MainNames } from './main-names';
import { readDigits, readRowTag, type RowTag } from './row-tag';

const { EQUALS, LESS, LOWER_R, QUOTE, SLASH, SPACE } = XML_BYTES;
/**
 * Last letters of `<row` and `<x:row`. The first of them is rare in the XML of cells, which makes the search
 * fast.
 */
const ROW_NAME_END = 'ow';
const NAME_BYTES_MAX = 64;

/** A row element: its number, 0 where it is implicit, and its offset. */
interface RowStart {
  number: number;
  offset: number;
}

/**
 * Row elements between two offsets, ascending by row number; null where the file has them in order, as nearly
 * all do. Rows with equal numbers keep the file's order.
 */
export function rowsInOrder(names: MainNames, bytes: Buffer, from: number, to: number): Buffer[] | null {
  let last = 0;
  const ascending = everyRow(names, bytes, from, to, (row) => {
    const before = last;
    last = row.number === 0 ? before + 1 : row.number;
    return last >= before;
  });
  return ascending ? null : sortRows(names, bytes, from, to);
}

function sortRows(names: MainNames, bytes: Buffer, from: number, to: number): Buffer[] {
  const starts: RowStart[] = [];
  everyRow(names, bytes, from, to, ({ number, offset }) => {
    starts.push({ number: number === 0 ? (starts.at(-1)?.number ?? 0) + 1 : number, offset });
    return true;
  });
  return starts
    .map(({ number, offset }, index) => ({
      number,
      bytes: bytes.subarray(offset, starts[index + 1]?.offset ?? to),
    }))
    .sort((a, b) => a.number - b.number)
    .map((row) => row.bytes);
}

/** Whether `visit` returns true for all rows; it stops at the first false. All calls get the same object. */
function everyRow(
  names: MainNames,
  bytes: Buffer,
  from: number,
  to: number,
  visit: (row: RowStart) => boolean,
): boolean {
  const row: RowStart = { number: 0, offset: 0 };
  const tag: RowTag = { number: 0, hidden: false };
  for (
    let at = bytes.indexOf(ROW_NAME_END, from);
    at >= 0 && at < to;
    at = bytes.indexOf(ROW_NAME_END, at + 2)
  ) {
    if (names.plain && isPlainRow(bytes, at)) {
      row.offset = at - 2;
      row.number = readDigits(bytes, at + 6);
    } else {
      row.offset = rowElementStart(names, bytes, at);
      if (row.offset < 0) continue;
      const stop = tagEnd(bytes, at + 2, to);
      if (stop < 0) return true;
      readRowTag(tag, bytes, at + 2, stop);
      row.number = tag.number;
    }
    if (!visit(row)) return false;
  }
  return true;
}

/** Whether `<row r="`, the start of nearly all rows, surrounds the `ow` at this offset. */
function isPlainRow(bytes: Buffer, nameTail: number): boolean {
  return (
    bytes[nameTail - 2] === LESS &&
    bytes[nameTail - 1] === LOWER_R &&
    bytes[nameTail + 2] === SPACE &&
    bytes[nameTail + 3] === LOWER_R &&
    bytes[nameTail + 4] === EQUALS &&
    bytes[nameTail + 5] === QUOTE
  );
}

/** Offset of the `<` of the start tag whose name ends with the `ow` at this offset; -1 for anything else. */
function rowElementStart(names: MainNames, bytes: Buffer, nameTail: number): number {
  const local = nameTail - 1;
  if (bytes[local] !== LOWER_R) return -1;
  let less = local - 1;
  if (bytes[less] !== LESS) {
    const lowest = Math.max(0, local - NAME_BYTES_MAX);
    while (less > lowest && bytes[less] !== LESS) less--;
    if (bytes[less] !== LESS || bytes[less + 1] === SLASH) return -1;
  }
  const stop = nameEnd(bytes, less + 1, bytes.length);
  return stop === nameTail + 2 && isMainName(names, bytes, less + 1, stop, 'row') ? less : -1;
}
