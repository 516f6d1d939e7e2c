import { type SharedTexts } from '../shared-row';
import { createStringArena, type StringArena } from '../string-arena';
import { readCharacters } from './biff-text';
import { type RecordCursor } from './record-cursor';
import { RecordType } from './record-type';

const wideFlag = 0x01;
const phoneticFlag = 0x04;
const runsFlag = 0x08;
const runBytes = 4;
const sharedStringsMax = 8_000_000;
/** Bytes of all shared strings as UTF-8, in which a character may take more bytes than in the file. */
const sharedStringBytesMax = 256 * 1024 * 1024;
const blockBytesInitial = 64 * 1024;
const halfCharacter = /\p{Surrogate}/u;

/**
 * Reads the shared string table ([MS-XLS] 2.4.265), which continues over CONTINUE records. Formatting runs
 * and phonetic texts are left out. Reading ends with the data, whatever count the file declares; afterwards
 * the cursor is on the last of the records.
 */
export function readSharedStrings(cursor: RecordCursor): SharedTexts {
  const arena = createStringArena(blockBytesInitial, {
    bytesMax: sharedStringBytesMax,
    countMax: sharedStringsMax,
  });
  /** Texts with lone surrogates, which UTF-8 cannot encode, by index. */
  const halved = new Map<number, string>();
  const source = createContinuedSource(cursor);
  source.skip(4);
  const declared = source.uint32();
  for (let i = 0; i < declared; i++) {
    const length = source.uint16();
    const flags = source.uint8();
    if (flags < 0) break;
    const runs = flags & runsFlag ? source.uint16() : 0;
    const phoneticBytes = flags & phoneticFlag ? source.uint32() : 0;
    const wide = (flags & wideFlag) !== 0;
    if (wide || !source.ascii(length, arena)) {
      const text = source.characters(length, wide);
      if (halfCharacter.test(text)) halved.set(i, text);
      arena.addText(text);
    }
    source.skip(runs * runBytes + phoneticBytes);
  }
  return halved.size === 0 ? arena : withTexts(arena, halved);
}

/** Returns the shared texts with some of them replaced by strings. */
function withTexts(texts: SharedTexts, kept: ReadonlyMap<number, string>): SharedTexts {
  const { bytes, starts, count } = texts;
  return { bytes, starts, count, valid: false, get: (index) => kept.get(index) ?? texts.get(index) };
}

/** Data of a record and its CONTINUE records as one stream; numbers are -1 behind its end. */
interface ContinuedSource {
  uint8(): number;
  uint16(): number;
  uint32(): number;
  skip(byteCount: number): void;
  /** Adds an 8-bit text to the arena unchanged; false, without effect, where it is split or not ASCII. */
  ascii(length: number, arena: StringArena): boolean;
  /** Reads characters; a text that is split between records continues behind a new width flag. */
  characters(length: number, wide: boolean): string;
}

function createContinuedSource(cursor: RecordCursor): ContinuedSource {
  const { bytes } = cursor;
  let at = cursor.start;
  let end = cursor.end;

  function advance(): boolean {
    if (cursor.peek() !== RecordType.continue || !cursor.next()) return false;
    at = cursor.start;
    end = cursor.end;
    return true;
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
    ascii(length, arena) {
      const stop = at + length;
      if (stop > end) return false;
      for (let i = at; i < stop; i++) if (bytes[i]! >= 0x80) return false;
      arena.addBytes(bytes, at, stop);
      at = stop;
      return true;
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
          // A single byte is left before the record's end, or the record holds its flag only.
          at = end;
          continue;
        }
        const part = readCharacters(bytes, at, end, count, isWide);
        text = text === '' ? part : text + part;
        at += isWide ? count * 2 : count;
        left -= count;
      }
      return text;
    },
  };
}
