import { readCharacters, readText, type BiffText } from './biff-text';
import { type RecordCursor } from './record-cursor';
import { RecordType } from './record-type';

const wideFlag = 0x01;
/** Record types that may come between a FORMULA record and its STRING record. */
const BETWEEN: ReadonlySet<number> = new Set([
  RecordType.sharedFormula,
  RecordType.array,
  RecordType.table,
  RecordType.continue,
]);

/** Text result of the current FORMULA record, from the STRING record behind it; '' where there is none. */
export function readFormulaText(cursor: RecordCursor, text: BiffText): string {
  while (BETWEEN.has(cursor.peek())) cursor.next();
  if (cursor.peek() !== RecordType.string || !cursor.next() || cursor.end - cursor.start < 2) return '';
  const length = cursor.view.getUint16(cursor.start, true);
  let value = readText(cursor.bytes, cursor.start, cursor.end, 2, text);
  while (text.biff8 && value.length < length && cursor.peek() === RecordType.continue && cursor.next()) {
    const { bytes, start, end } = cursor;
    if (end === start) continue;
    value += readCharacters(bytes, start + 1, end, length - value.length, (bytes[start]! & wideFlag) !== 0);
  }
  return value;
}
