import { isSection, localNameStart, nameEnd, nextLess, sectionEnd, spells, tagEnd } from '../rows/byte-scan';
import { XML_BYTES } from '../../../ooxml/xml/bytes';

const { COLON, LESS, SLASH, SPACE } = XML_BYTES;
const ROWS_CLOSING = 'sheetData>';

/** Offsets of the rows in a sheet's part. */
export interface SheetBounds {
  /** Offset of the `<` of `<sheetData>`; the XML before the rows ends there. */
  headEnd: number;
  /** Offset behind the `>` of `<sheetData>`, or of `<sheetData/>`. */
  rowsStart: number;
  /** True for `<sheetData/>`: there are no rows, and the rest of the part follows directly. */
  empty: boolean;
}

/**
 * Finds the rows of a part in UTF-8, given at least its beginning; null where they do not begin within
 * `bytes`.
 */
export function findRows(bytes: Buffer): SheetBounds | null {
  const end = bytes.length;
  let at = 0;
  for (;;) {
    const less = nextLess(bytes, at, end);
    if (less >= end) return null;
    if (isSection(bytes, less)) {
      at = sectionEnd(bytes, less, end);
    } else {
      const nameStop = nameEnd(bytes, less + 1, end);
      at = tagEnd(bytes, nameStop, end);
      if (at >= 0 && spells(bytes, localNameStart(bytes, less + 1, nameStop), nameStop, 'sheetData')) {
        return { headEnd: less, rowsStart: at, empty: bytes[at - 2] === SLASH };
      }
    }
    if (at < 0) return null;
  }
}

/** Position behind `</sheetData>`, searched from the end of a whole part; -1 where it is missing. */
export function findTail(bytes: Buffer, bounds: SheetBounds): number {
  if (bounds.empty) return bounds.rowsStart;
  for (
    let at = bytes.lastIndexOf(ROWS_CLOSING);
    at >= bounds.rowsStart;
    at = bytes.lastIndexOf(ROWS_CLOSING, at - 1)
  ) {
    if (isClosingName(bytes, at)) return at + ROWS_CLOSING.length;
  }
  return -1;
}

/** Whether a closing tag's local name begins here, after `</` and an optional prefix. */
function isClosingName(bytes: Buffer, local: number): boolean {
  let at = local - 1;
  if (bytes[at] === COLON) {
    do at--;
    while (at > 0 && bytes[at]! > SPACE && bytes[at] !== SLASH);
  }
  return bytes[at] === SLASH && bytes[at - 1] === LESS;
}
