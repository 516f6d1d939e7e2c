import { isMainName, type MainNames, readMainNames } from '../rows/main-names';
import { isSection, nameEnd, nextLess, sectionEnd, tagEnd } from '../rows/byte-scan';
import { XML_BYTES } from '../../ooxml/xml/bytes';

const { SLASH } = XML_BYTES;
const ROWS = 'sheetData';

/** Offsets of the rows in a sheet's part. */
export interface SheetBounds {
  /** Names of the part's elements. */
  names: MainNames;
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
  const names = readMainNames(bytes, end);
  if (names === null) return null;
  let at = 0;
  for (;;) {
    const less = nextLess(bytes, at, end);
    if (less >= end) return null;
    if (isSection(bytes, less)) {
      at = sectionEnd(bytes, less, end);
    } else {
      const nameStop = nameEnd(bytes, less + 1, end);
      at = tagEnd(bytes, nameStop, end);
      if (at >= 0 && isMainName(names, bytes, less + 1, nameStop, ROWS)) {
        return { names, headEnd: less, rowsStart: at, empty: bytes[at - 2] === SLASH };
      }
    }
    if (at < 0) return null;
  }
}

/** Position behind `</sheetData>`, searched from the end of a whole part; -1 where it is missing. */
export function findTail(bytes: Buffer, { names, rowsStart, empty }: SheetBounds): number {
  if (empty) return rowsStart;
  for (let less = bytes.lastIndexOf('</'); less >= rowsStart; less = bytes.lastIndexOf('</', less - 1)) {
    const nameStop = nameEnd(bytes, less + 2, bytes.length);
    if (isMainName(names, bytes, less + 2, nameStop, ROWS)) return tagEnd(bytes, nameStop, bytes.length);
  }
  return -1;
}
