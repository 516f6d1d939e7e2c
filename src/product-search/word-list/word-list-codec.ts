import { setImmediate as nextTurn } from 'node:timers/promises';
import { endingUnits, hashOf, type WordList } from './word-list';

/**
 * A list begins with its format. Then come its tokens, each as the number of units that it shares with the one
 * before it, the number of its further units, at least 1, its fields, and the further units in 7-bit groups.
 * Two zeros end them, before the number of tokens and that of their units.
 */
export const format = Buffer.from('SWL2');
/** Bytes behind the tokens. */
export const endBytes = 10;

/** Longer tokens are left out; the tokenizer cuts words long before. */
export const tokenUnitsMax = 255;
/** Bytes of a token at most: its three counts, and three for each unit. */
export const tokenBytesMax = 3 + 3 * tokenUnitsMax;

/** Bytes of a piece of an encoded list. */
const pieceBytes = 64 * 1024;
/** Tokens that are decoded before other work of the process gets its turn: a few milliseconds. */
const tokensPerTurn = 10_000;

/** Encodes a word list token by token. */
export interface WordListEncoder {
  /**
   * Adds a token behind all that were added before, or fields to the last one. Only the first `length` units
   * count.
   */
  add(units: Uint16Array, length: number, fields: number): void;
  /** Takes the bytes that are complete, in pieces. */
  take(): Buffer[];
  /** Takes all remaining bytes. */
  finish(): Buffer[];
}

/** Creates the encoder of a list. */
export function createWordListEncoder(): WordListEncoder {
  let bytes = Buffer.allocUnsafe(pieceBytes);
  let at = format.copy(bytes);
  let pieces: Buffer[] = [];
  let size = 0;
  let unitCount = 0;
  /** Place of the fields of the last token. */
  let fieldsAt = 0;
  const last = new Uint16Array(tokenUnitsMax);
  let lastLength = 0;

  function makeRoom(): void {
    if (at + tokenBytesMax + endBytes <= bytes.length) return;
    pieces.push(bytes.subarray(0, at));
    bytes = Buffer.allocUnsafe(pieceBytes);
    at = 0;
  }

  return {
    add(units, length, fields) {
      if (length > tokenUnitsMax || length === 0) return;
      let shared = 0;
      while (shared < lastLength && shared < length && last[shared] === units[shared]) shared++;
      if (shared === length) {
        bytes[fieldsAt]! |= fields;
        return;
      }
      makeRoom();
      bytes[at++] = shared;
      bytes[at++] = length - shared;
      fieldsAt = at;
      bytes[at++] = fields;
      for (let place = shared; place < length; place++) {
        let unit = units[place]!;
        last[place] = unit;
        for (; unit > 0x7f; unit >>= 7) bytes[at++] = (unit & 0x7f) | 0x80;
        bytes[at++] = unit;
      }
      lastLength = length;
      size++;
      unitCount += length;
    },
    take() {
      const taken = pieces;
      pieces = [];
      return taken;
    },
    finish() {
      bytes.writeUInt16BE(0, at);
      bytes.writeUInt32BE(size, at + 2);
      bytes.writeUInt32BE(unitCount, at + 6);
      return [...pieces, bytes.subarray(0, at + endBytes)];
    },
  };
}

/** Encodes tokens with their fields. Sorts all of them at once. */
export function encodeWordList(tokens: ReadonlyMap<string, number>): Buffer {
  const encoder = createWordListEncoder();
  const units = new Uint16Array(tokenUnitsMax);
  for (const token of [...tokens.keys()].sort()) {
    const { length } = token;
    for (let place = 0; place < length && place < tokenUnitsMax; place++)
      units[place] = token.charCodeAt(place);
    encoder.add(units, length, tokens.get(token)!);
  }
  return Buffer.concat(encoder.finish());
}

/** The list of tokens with their fields. Sorts all of them at once. */
export function wordListOf(tokens: ReadonlyMap<string, number>): WordList {
  const decoder = new WordListDecoder(encodeWordList(tokens));
  while (!decoder.decode(tokensPerTurn));
  return decoder.list;
}

/** Decodes a list; other work of the process continues meanwhile. @throws RangeError for other bytes */
export async function decodeWordList(bytes: Buffer): Promise<WordList> {
  const decoder = new WordListDecoder(bytes);
  while (!decoder.decode(tokensPerTurn)) await nextTurn();
  return decoder.list;
}

class WordListDecoder {
  readonly list: WordList;
  readonly #bytes: Buffer;
  #at = format.length;
  #place = 0;
  #end = 0;

  constructor(bytes: Buffer) {
    if (bytes.length < format.length + endBytes || !bytes.subarray(0, format.length).equals(format))
      throw new RangeError('The bytes are no word list.');
    const size = bytes.readUInt32BE(bytes.length - 8);
    const units = bytes.readUInt32BE(bytes.length - 4);
    // Each token has four bytes or more, and each unit is written or shared.
    if (size * 4 > bytes.length || units > size * tokenUnitsMax) throw cutList();
    this.#bytes = bytes;
    this.list = {
      size,
      units: new Uint16Array(units),
      starts: new Uint32Array(size + 1),
      shared: new Uint8Array(size),
      fields: new Uint8Array(size),
      endings: new Int32Array(size),
    };
  }

  /** Decodes up to so many tokens. True once all are decoded. */
  decode(count: number): boolean {
    const { units, starts, shared, fields, endings, size } = this.list;
    const bytes = this.#bytes;
    let at = this.#at;
    let end = this.#end;
    const until = Math.min(size, this.#place + count);
    for (let place = this.#place; place < until; place++) {
      const common = bytes[at++]!;
      const further = bytes[at++]!;
      fields[place] = bytes[at++]!;
      shared[place] = common;
      starts[place] = end;
      if (place > 0) units.copyWithin(end, starts[place - 1]!, starts[place - 1]! + common);
      end += common;
      for (let n = 0; n < further; n++) {
        let unit = bytes[at++]!;
        if (unit > 0x7f) {
          let next = bytes[at++]!;
          unit = (unit & 0x7f) | ((next & 0x7f) << 7);
          if (next > 0x7f) {
            next = bytes[at++]!;
            unit |= next << 14;
          }
        }
        units[end++] = unit;
      }
      if (common + further >= endingUnits) endings[place] = hashOf((n) => units[end - endingUnits + n]!);
    }
    this.#at = at;
    this.#end = end;
    this.#place = until;
    if (until < size) return false;
    starts[size] = end;
    if (at + endBytes !== bytes.length || end !== units.length) throw cutList();
    return true;
  }
}

export function cutList(): RangeError {
  return new RangeError('The word list is cut.');
}
