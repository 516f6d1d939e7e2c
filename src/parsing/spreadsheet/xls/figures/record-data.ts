import { extentStream, type ByteStream, type Extent } from '../../../source/byte-stream';
import { recordHeadBytes, type RecordCursor } from '../record-cursor';
import { RecordType } from '../record-type';

/**
 * The data of several records, with the CONTINUE records behind each, as one stream: the drawing layer is
 * stored so.
 *
 * @param positions of the records, ascending
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
