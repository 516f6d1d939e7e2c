import { XML_BYTES } from '../../ooxml/xml/bytes';
import { unexpectedEnd } from '../../ooxml/xml/xml-error';
import { type ByteFeed, createByteFeed } from './byte-feed';
import * as byteScan from './byte-scan';
import * as cellParser from './cell-parser';
import * as mainNames from './main-names';
import { createRowScan, type RowContext, RowPlace, type RowScan } from './row-scan';
import { readRowTag } from './row-tag';
import { emitRow, startRow } from './current-row';

const { GREATER, LOWER_C, LOWER_O, LOWER_R, LOWER_W, SLASH, SPACE } = XML_BYTES;
// Local bindings for speed, as in the cell parser.
const { elementEnd, isSection, nameEnd, nextLess, sectionEnd, tagEnd } = byteScan;
const { isMainName, rootNames } = mainNames;
const { parseCell } = cellParser;
const { behind: BEHIND, inside: INSIDE } = RowPlace;
/** Bytes of `</row>`. */
const ROW_CLOSING_BYTES = 6;

/** Parser of the rows of a worksheet's part, given from its start; content after the rows is ignored. */
export interface RowParser extends ByteFeed {
  /** Cells that refer to a missing shared string; they are left out. */
  readonly danglingStrings: number;
}

/**
 * Creates a parser that calls `onRow` for each row with cells, ascending. Its `end` throws `corrupt` where
 * the rows did not end.
 */
export function createRowParser(context: RowContext): RowParser {
  const scan = createRowScan(context);
  const feed = createByteFeed((bytes, end) => parseRows(scan, bytes, end), context.cellBytesMax);
  return {
    get danglingStrings() {
      return scan.danglingStrings;
    },
    write(bytes) {
      if (scan.place !== BEHIND) feed.write(bytes);
    },
    end() {
      if (scan.place !== BEHIND) feed.end();
      if (scan.place !== BEHIND) throw unexpectedEnd();
    },
  };
}

function parseRows(scan: RowScan, bytes: Buffer, end: number): number {
  let { plain } = scan.names;
  let at = 0;
  while (scan.place !== BEHIND) {
    const less = nextLess(bytes, at, end);
    if (less >= end) return less;
    if (closesPlainRow(bytes, less)) {
      at = less + ROW_CLOSING_BYTES;
      continue;
    }
    if (plain && isCell(bytes, less)) {
      at = parseCell(scan, bytes, less + 2, end);
    } else {
      at = parseOther(scan, bytes, less, end);
      // The root may have been among the elements read.
      ({ plain } = scan.names);
    }
    if (at < 0) return less;
  }
  return bytes.length;
}

function isCell(bytes: Buffer, less: number): boolean {
  const third = bytes[less + 2]!;
  return bytes[less + 1] === LOWER_C && (third <= SPACE || third === GREATER || third === SLASH);
}

function closesPlainRow(bytes: Buffer, less: number): boolean {
  return (
    bytes[less + 1] === SLASH &&
    bytes[less + 2] === LOWER_R &&
    bytes[less + 3] === LOWER_O &&
    bytes[less + 4] === LOWER_W &&
    bytes[less + 5] === GREATER
  );
}

/**
 * Parses anything but a cell without a prefix; elements that are neither rows nor cells are passed over with
 * their content. Returns the offset behind it; -1: unfinished.
 */
function parseOther(scan: RowScan, bytes: Buffer, less: number, end: number): number {
  if (isSection(bytes, less)) return sectionEnd(bytes, less, end);
  const closing = bytes[less + 1] === SLASH;
  const nameStart = less + (closing ? 2 : 1);
  const nameStop = nameEnd(bytes, nameStart, end);
  if (nameStop >= end) return -1;
  const inside = scan.place === INSIDE && !closing;
  if (inside && isMainName(scan.names, bytes, nameStart, nameStop, 'c')) {
    return parseCell(scan, bytes, nameStop, end);
  }
  const stop = tagEnd(bytes, nameStop, end);
  if (stop < 0) return -1;
  if (!scan.rootSeen) readRoot(scan, bytes, less, stop);
  const { names } = scan;
  if (inside) {
    if (isMainName(names, bytes, nameStart, nameStop, 'row')) beginRow(scan, bytes, nameStop, stop);
    else if (bytes[stop - 2] !== SLASH) return elementEnd(bytes, stop, end);
  } else if (isMainName(names, bytes, nameStart, nameStop, 'sheetData')) {
    if (closing) emitRow(scan);
    scan.place = closing || bytes[stop - 2] === SLASH ? BEHIND : INSIDE;
  } else if (closing && isMainName(names, bytes, nameStart, nameStop, 'worksheet')) {
    // The part lacks the required element but is complete.
    scan.place = BEHIND;
  }
  return stop;
}

function readRoot(scan: RowScan, bytes: Buffer, less: number, stop: number): void {
  scan.names = rootNames(bytes, less, stop);
  scan.rootSeen = true;
}

function beginRow(scan: RowScan, bytes: Buffer, attributes: number, stop: number): void {
  readRowTag(scan.rowTag, bytes, attributes, stop);
  startRow(scan, scan.rowTag.number === 0 ? scan.row.row + 1 : scan.rowTag.number);
  scan.row.hidden = scan.rowTag.hidden;
  scan.nextColumn = 0;
}
