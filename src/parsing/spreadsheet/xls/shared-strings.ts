import { readCharacters } from './biff-text';
import { type RecordCursor } from './record-cursor';
import { RecordType } from './record-type';
import { oversizedXls } from './xls-error';

const wideFlag = 0x01;
const phoneticFlag = 0x04;
const runsFlag = 0x08;
const runBytes = 4;
const sharedStringsMax = 8_000_000;

/**
 * Reads the texts that cells share ([MS-XLS] 2.4.265), which run on over CONTINUE records. Formatting runs and phonetic
 * texts are left out. Ends where the data does, whatever count the file declares; afterwards the cursor stands on the
 * last of the records.
 */
export function readSharedStrings(cursor: RecordCursor): string[] {
  const strings: string[] = [];
  const source = createContinuedSource(cursor);
  source.skip(4);
  const declared = source.uint32();
  for (let i = 0; i < declared; i++) {
    const length = source.uint16();
    const flags = source.uint8();
    if (flags < 0) break;
    if (strings.length >= sharedStringsMax) throw oversizedXls(`it has more than ${sharedStringsMax} texts`);
    const runs = flags & runsFlag ? source.uint16() : 0;
    const phoneticBytes = flags & phoneticFlag ? source.uint32() : 0;
    strings.push(source.characters(length, (flags & wideFlag) !== 0));
    source.skip(runs * runBytes + phoneticBytes);
  }
  return strings;
}

/** The data of a record and of the CONTINUE records behind it, as one; numbers are -1 behind its end. */
interface ContinuedSource {
  uint8(): number;
  uint16(): number;
  uint32(): number;
  skip(byteCount: number): void;
  /** A text that a record's end splits goes on behind a new flag for its width. */
  characters(length: number, wide: boolean): string;
}

function createContinuedSource(cursor: RecordCursor): ContinuedSource {
  const { bytes } = cursor;
  let at = cursor.start;
  let end = cursor.end;
  /** The record as Latin-1, of which narrow texts are slices: far cheaper than decoding each. */
  let narrow = '';
  let narrowFrom = 0;

  function advance(): boolean {
    if (cursor.peek() !== RecordType.continue || !cursor.next()) return false;
    at = cursor.start;
    end = cursor.end;
    narrow = '';
    return true;
  }

  function slice(length: number): string {
    if (narrow === '') {
      narrow = bytes.toString('latin1', at, end);
      narrowFrom = at;
    }
    return narrow.slice(at - narrowFrom, at - narrowFrom + length);
  }

  function uint8(): number {
    while (at >= end) if (!advance()) return -1;
    return bytes[at++]!;
  }

  function uint16(): number {
    const low = uint8();
    const high = uint8();
    return high < 0 ? -1 : low | (high << 8);
  }

  return {
    uint8,
    uint16,
    uint32() {
      const low = uint16();
      const high = uint16();
      return high < 0 ? -1 : low + high * 0x10000;
    },
    skip(byteCount) {
      for (let left = byteCount; left > 0;) {
        if (at >= end && !advance()) return;
        const step = Math.min(left, end - at);
        at += step;
        left -= step;
      }
    },
    characters(length, wide) {
      let text = '';
      let isWide = wide;
      for (let left = length; left > 0;) {
        if (at >= end) {
          const flags = advance() ? uint8() : -1;
          if (flags < 0) break;
          isWide = (flags & wideFlag) !== 0;
        }
        const count = Math.min(left, isWide ? (end - at) >> 1 : end - at);
        if (count === 0) {
          // A lone byte before the record's end, or a record of its flag alone.
          at = end;
          continue;
        }
        const part = isWide ? readCharacters(bytes, at, end, count, true) : slice(count);
        text = text === '' ? part : text + part;
        at += isWide ? count * 2 : count;
        left -= count;
      }
      return text;
    },
  };
}
