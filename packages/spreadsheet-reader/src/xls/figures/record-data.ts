import { extentStream, type ByteStream, type Extent } from '../../source/byte-stream';
import { recordHeadBytes, type RecordCursor } from '../record-cursor';
import { RecordType } from '../record-type';

/**
 * Data of several records, each with its CONTINUE records, as one stream, as the drawing layer is stored.
 *
 * @param positions offsets of the records, ascending
 */
export function recordData(cursor: RecordCursor, positions: readonly number[]): ByteStream {
  const extents: Extent[] = [];
  for (const position of positions) {
    cursor.seek(position);
    for (let more = cursor.next(); more; more = cursor.peek() === RecordType.continue && cursor.next()) {
      extents.push({
        filePosition: cursor.position() + recordHeadBytes,
        byteSize: cursor.end - cursor.start,
      });
    }
  }
  return extentStream(cursor.stream, extents, true);
}
