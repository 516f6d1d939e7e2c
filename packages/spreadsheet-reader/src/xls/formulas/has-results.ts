import { type RecordCursor, skipSubstream } from '../record-cursor';
import { RecordType } from '../record-type';

const FORMULAS: ReadonlySet<number> = new Set([RecordType.formula, RecordType.formula3, RecordType.formula4]);
/** Kind of a result that is an empty text, or no result at all ([MS-XLS] 2.5.133). */
export const BLANK_RESULT = 3;

/**
 * Whether any formula of a sheet has a result that is not blank. A program that computes nothing, such as
 * xlwt, leaves all of them blank; in a sheet that was computed, a blank result is an empty text.
 *
 * @param position offset of the sheet's first record
 */
export function hasResults(cursor: RecordCursor, position: number): boolean {
  cursor.seek(position);
  cursor.next();
  while (cursor.next() && cursor.type !== RecordType.eof) {
    const { type, start, end, view } = cursor;
    if (type === RecordType.bof) skipSubstream(cursor);
    else if (FORMULAS.has(type) && end - start >= 16) {
      const isBlank =
        view.getUint16(start + 12, true) === 0xffff && view.getUint8(start + 6) === BLANK_RESULT;
      if (!isBlank) return true;
    }
  }
  return false;
}
