import { SourceError } from './source/source-error';
import { isUtf8 } from 'node:buffer';
import { PLAIN } from './display/json-text';
import { type SharedTexts } from './shared-row';
import { createStringMemo, type StringMemo } from './string-memo';

/** Bytes up to which copying in a loop is faster than a call into the engine. */
const SHORT_BYTES_MAX = 100;
const STARTS_INITIAL = 1024;

export interface StringArenaLimits {
  /** Bytes of all texts together at most. */
  bytesMax: number;
  countMax: number;
}

/**
 * Texts as UTF-8 bytes in one block, decoded on demand. Strings would take several times the memory, all of
 * it in the garbage collected heap. Texts are added first and read afterwards.
 */
export interface StringArena extends SharedTexts {
  /** Adds a text, given as bytes without markup or escapes. */
  addBytes(bytes: Buffer, from: number, to: number): void;
  addText(text: string): void;
}

/** Shared texts of a workbook without any. */
export const noSharedTexts: SharedTexts = {
  get: () => undefined,
  count: 0,
  bytes: Buffer.alloc(0),
  starts: new Uint32Array(1),
  valid: true,
};

/** Creates an arena. `bytesExpected` is the initial size of the block; unused pages of it cost nothing. */
export function createStringArena(bytesExpected: number, limits: StringArenaLimits): StringArena {
  let block = Buffer.allocUnsafeSlow(Math.min(Math.ceil(bytesExpected), limits.bytesMax));
  let used = 0;
  let count = 0;
  let starts = new Uint32Array(STARTS_INITIAL);
  let memo: StringMemo | null = null;
  /** Whether each text starts at a character boundary, so that valid bytes are valid texts. */
  let wholeStarts = true;
  let valid: boolean | null = null;

  function reserve(bytesNeeded: number): void {
    const needed = used + bytesNeeded;
    if (needed > limits.bytesMax || count >= limits.countMax) {
      throw new SourceError('too_large', 'The workbook holds more text than can be read safely.');
    }
    if (needed > block.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(limits.bytesMax, needed * 2));
      block.copy(larger, 0, 0, used);
      block = larger;
    }
    if (count + 2 > starts.length) {
      const longer = new Uint32Array(starts.length * 2);
      longer.set(starts);
      starts = longer;
    }
  }

  function finish(byteSize: number, plain: boolean): void {
    starts[count++] = used * 2 + (plain ? 0 : 1);
    used += byteSize;
    starts[count] = used * 2;
  }

  return {
    get count() {
      return count;
    },
    get bytes() {
      return block;
    },
    get starts() {
      return starts;
    },
    get valid() {
      return (valid ??= wholeStarts && isUtf8(block.subarray(0, used)));
    },
    addBytes(bytes, from, to) {
      const length = to - from;
      reserve(length);
      if (length > 0 && (bytes[from]! & 0xc0) === 0x80) wholeStarts = false;
      if (length > SHORT_BYTES_MAX) {
        bytes.copy(block, used, from, to);
        finish(length, false);
        return;
      }
      let plain = 1;
      for (let i = 0; i < length; i++) {
        const byte = bytes[from + i]!;
        block[used + i] = byte;
        plain &= PLAIN[byte] ?? 0;
      }
      finish(length, plain === 1);
    },
    addText(text) {
      reserve(Buffer.byteLength(text));
      finish(block.write(text, used), false);
    },
    get(index) {
      if (!(index >= 0 && index < count)) return undefined;
      memo ??= createStringMemo(count);
      const known = memo.get(index);
      if (known !== undefined) return known;
      const start = starts[index]!;
      const from = start >>> 1;
      const to = starts[index + 1]! >>> 1;
      const text = block.toString((start & 1) === 0 ? 'latin1' : 'utf8', from, to);
      memo.set(index, text);
      return text;
    },
  };
}
