import { SourceError } from '../../source/source-error';
import { type ByteFeed, createByteFeed } from '../rows/byte-feed';
import { oversizedPart } from '../rows/row-errors';

const moreFlag = 0x80;
const sizeBytesMax = 4;

/**
 * Takes a record: its type, and its data from `start` to `end`. The bytes are valid until the call returns.
 */
export type TakeRecord = (type: number, bytes: Buffer, start: number, end: number) => void;

/**
 * Creates a feed that passes the records of a binary part ([MS-XLSB] 2.1.4) on. A type has one or two bytes,
 * a size up to four of seven bits each. What is left of a record that the part cuts is not passed on: who
 * needs the whole part looks for its last record.
 *
 * @throws SourceError from the feed: `too_large` for a record of more than `recordBytesMax`
 */
export function createRecordFeed(take: TakeRecord, recordBytesMax: number): ByteFeed {
  return createByteFeed((bytes, end) => {
    for (let at = 0; ;) {
      // The bytes of a head may lie behind `end`, where the guard of the feed allows to read.
      let start = at;
      let type = bytes[start++]!;
      if ((type & moreFlag) !== 0) type = (type & 0x7f) | ((bytes[start++]! & 0x7f) << 7);
      let size = 0;
      for (let digit = 0; digit < sizeBytesMax; digit++) {
        const byte = bytes[start++]!;
        size |= (byte & 0x7f) << (7 * digit);
        if ((byte & moreFlag) === 0) break;
      }
      if (start > end) return at;
      if (size > recordBytesMax) throw oversizedPart();
      if (start + size > end) return at;
      take(type, bytes, start, start + size);
      at = start + size;
    }
  }, recordBytesMax);
}

/** Passes the records of a part in memory on. */
export function readRecords(part: Buffer, take: TakeRecord): void {
  const feed = createRecordFeed(take, part.length);
  feed.write(part);
  feed.end();
}

/** Throws `corrupt` where a record has fewer bytes than its fields. */
export function requireBytes(start: number, end: number, byteSize: number): void {
  if (end - start < byteSize) throw damagedRecord();
}

/** Error for a record that is shorter than its fields. */
export function damagedRecord(): SourceError {
  return new SourceError('corrupt', 'The file is damaged: a record of it is shorter than its content.');
}
