import { memoryStream } from '../source/byte-stream';
import { isCellRecord } from './cell-record';
import { createRecordCursor, type RecordCursor, recordHeadBytes, skipSubstream } from './record-cursor';
import { RecordType } from './record-type';

const rowsMax = 0x10000;

/**
 * Copies the cells of a sheet with unordered rows into a sheet in memory with ordered ones. The records of a
 * row keep their order, each with the records that belong to it. Takes as much memory as the sheet has bytes.
 */
export function orderedSheet(cursor: RecordCursor, position: number): RecordCursor {
  const starts = new Uint32Array(rowsMax + 1);
  let byteSize = 2 * recordHeadBytes;
  forEachCell(cursor, position, (row, size) => {
    starts[row + 1]! += size;
    byteSize += size;
  });
  starts[0] = recordHeadBytes;
  for (let row = 0; row < rowsMax; row++) starts[row + 1]! += starts[row]!;
  const sheet = Buffer.alloc(byteSize);
  sheet.writeUInt16LE(RecordType.bof, 0);
  sheet.writeUInt16LE(RecordType.eof, byteSize - recordHeadBytes);
  forEachCell(cursor, position, (row, size) => {
    cursor.bytes.copy(sheet, starts[row], cursor.end - size, cursor.end);
    starts[row]! += size;
  });
  return createRecordCursor(memoryStream(sheet));
}

/**
 * Visits cell records, and records that belong to the formula before them; `size` is that of the current
 * record.
 */
function forEachCell(
  cursor: RecordCursor,
  position: number,
  visit: (row: number, size: number) => void,
): void {
  let row = -1;
  cursor.seek(position);
  cursor.next();
  while (cursor.next()) {
    const { type, start, end, view } = cursor;
    if (type === RecordType.eof) return;
    if (type === RecordType.bof) {
      skipSubstream(cursor);
      row = -1;
    } else if (isCellRecord(cursor)) {
      row = view.getUint16(start, true);
    } else if (type !== RecordType.string && type !== RecordType.continue) {
      row = -1;
    }
    if (row >= 0) visit(row, end - start + recordHeadBytes);
  }
}
