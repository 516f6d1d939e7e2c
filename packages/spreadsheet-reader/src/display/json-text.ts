const QUOTE = 34;
const BACKSLASH = 92;
const BAR = 124;
const LOWER_N = 110;
const LOWER_R = 114;
const LOWER_U = 117;
const LF = 10;
const CR = 13;
const ZERO = 48;
const COMMA = 44;
const POINT = 46;
/** Bound of whole numbers that are handled as small integers. */
const smallEnd = 1e9;
const POWERS = Int32Array.from({ length: 10 }, (_, power) => 10 ** power);
/** Longest JSON form of one UTF-16 unit: `\u0000`. */
const bytesPerUnitMax = 6;
/** Characters per slice of a long text, so that one huge cell does not reserve six times its length. */
const sliceChars = 1 << 16;
const initialBytes = 1 << 13;
/** Size past which a buffer grows by a quarter and not twofold, because memory is scarcer than copying. */
const slowGrowthBytes = 1 << 25;
/** Characters from which Node's own encoder is faster. */
const nativeCharsMin = 48;
/** Characters of the separator of cells, ` | `. */
export const separatorLength = 3;
/** Bytes up to which a loop copies faster than a call into the engine. */
export const copiedBytesMax = 96;
const HEX = '0123456789abcdef';
/** 1 for each ASCII character, by code, that a cell's text has unescaped. */
export const PLAIN = Uint8Array.from({ length: 128 }, (_, unit) =>
  unit >= 32 && unit !== QUOTE && unit !== BACKSLASH && unit !== BAR ? 1 : 0,
);

/**
 * Text under construction, stored as the bytes that it has inside a JSON string (UTF-8, escaped). Millions of
 * cells pass through it, so that it is a class over one growing buffer and no string is built for a number.
 * `chars` is the length of the text in UTF-16 units. Lone surrogates become U+FFFD, because strict JSON
 * readers refuse them.
 */
export class JsonText {
  bytes = Buffer.allocUnsafe(initialBytes);
  length = 0;
  chars = 0;
  /** Number of lone surrogates that became U+FFFD. */
  surrogates = 0;

  /** Ensures room for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const factor = this.bytes.length < slowGrowthBytes ? 2 : 1.25;
    const grown = Buffer.allocUnsafe(Math.max(needed, Math.ceil(this.bytes.length * factor)));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }

  /** Empties the text; a buffer larger than `keepBytesMax` is released. */
  clear(keepBytesMax: number): void {
    this.length = 0;
    this.chars = 0;
    if (this.bytes.length > keepBytesMax) this.bytes = Buffer.allocUnsafe(initialBytes);
  }

  /**
   * Removes the text before `start`, which must be a boundary between two writes; `chars` is the length of
   * the rest.
   */
  dropBefore(start: number, chars: number): void {
    this.bytes.copyWithin(0, start, this.length);
    this.length -= start;
    this.chars = chars;
  }

  /** Appends text that is valid JSON content, as UTF-8. */
  raw(text: string): void {
    this.chars += text.length;
    this.reserve(text.length * 3);
    const bytes = this.bytes;
    if (text.length > nativeCharsMin) {
      this.length += bytes.write(text, this.length);
      return;
    }
    let at = this.length;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) bytes[at++] = unit;
      else {
        this.length = at;
        i += this.wide(text, i, unit);
        at = this.length;
      }
    }
    this.length = at;
  }

  /** Appends another text. */
  append(other: JsonText): void {
    this.rawBytes(other.bytes, other.length);
    this.chars += other.chars;
  }

  /** Appends the first `count` bytes of JSON content in UTF-8; its characters are not counted. */
  rawBytes(from: Uint8Array, count = from.length): void {
    this.reserve(count);
    const to = this.bytes;
    const start = this.length;
    if (count > copiedBytesMax) to.set(from.subarray(0, count), start);
    else for (let i = 0; i < count; i++) to[start + i] = from[i]!;
    this.length = start + count;
  }

  /** Appends a text encoded by {@link encodeCell}. */
  encoded({ bytes, chars }: EncodedText): void {
    this.rawBytes(bytes);
    this.chars += chars;
  }

  /** Appends the line break between two rows. */
  lineBreak(): void {
    this.reserve(2);
    this.bytes[this.length] = BACKSLASH;
    this.bytes[this.length + 1] = LOWER_N;
    this.length += 2;
    this.chars++;
  }

  /** Appends the separator of cells, ` | `, `count` times. */
  separators(count: number): void {
    this.reserve(count * separatorLength);
    const bytes = this.bytes;
    let at = this.length;
    for (let i = 0; i < count; i++) {
      bytes[at] = 32;
      bytes[at + 1] = BAR;
      bytes[at + 2] = 32;
      at += separatorLength;
    }
    this.length = at;
    this.chars += count * separatorLength;
  }

  /** Appends a cell's text: `\`, `|`, LF and CR inside it become `\\`, `\|`, `\n` and `\r`. */
  cell(text: string): void {
    const count = text.length;
    if (count <= sliceChars) {
      this.reserve(count * bytesPerUnitMax);
      const bytes = this.bytes;
      let at = this.length;
      let i = 0;
      for (; i < count; i++) {
        const unit = text.charCodeAt(i);
        if (unit >= 0x80 || PLAIN[unit] === 0) break;
        bytes[at++] = unit;
      }
      this.length = at;
      this.chars += i;
      if (i < count) this.cellSlice(text, i, count);
      return;
    }
    for (let start = 0; start < count;) {
      let end = Math.min(count, start + sliceChars);
      // A surrogate pair must not be split.
      if ((text.charCodeAt(end - 1) & 0xfc00) === 0xd800) end = Math.min(count, end + 1);
      this.cellSlice(text, start, end);
      start = end;
    }
  }

  /** Appends a cell's text that is plain ASCII ({@link PLAIN}), given as bytes. */
  plainBytes(from: Uint8Array, start: number, end: number): void {
    const count = end - start;
    this.reserve(count);
    const to = this.bytes;
    const at = this.length;
    if (count > copiedBytesMax) to.set(from.subarray(start, end), at);
    else for (let i = 0; i < count; i++) to[at + i] = from[start + i]!;
    this.length = at + count;
    this.chars += count;
  }

  /**
   * Appends a cell's text, given as valid UTF-8, like `cell`.
   *
   * @param doubled whether each quote is doubled
   */
  cellBytes(from: Uint8Array, start: number, end: number, doubled: boolean): void {
    let second = false;
    for (let slice = start; slice < end; slice += sliceChars) {
      const stop = Math.min(end, slice + sliceChars);
      this.reserve((stop - slice) * bytesPerUnitMax);
      const bytes = this.bytes;
      let at = this.length;
      let chars = 0;
      for (let i = slice; i < stop; i++) {
        const byte = from[i]!;
        if (byte >= 0x80) {
          if ((byte & 0xc0) !== 0x80) chars += byte >= 0xf0 ? 2 : 1;
          bytes[at++] = byte;
          continue;
        }
        if (byte === QUOTE && doubled) {
          second = !second;
          if (!second) continue;
        }
        chars++;
        if (PLAIN[byte] === 1) bytes[at++] = byte;
        else {
          at = escapeTo(bytes, at, byte);
          if (isMark(byte)) chars++;
        }
      }
      this.length = at;
      this.chars += chars;
    }
  }

  private cellSlice(text: string, start: number, end: number): void {
    this.reserve((end - start) * bytesPerUnitMax);
    const bytes = this.bytes;
    let at = this.length;
    let marks = 0;
    for (let i = start; i < end; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80) {
        this.length = at;
        i += this.wide(text, i, unit);
        at = this.length;
      } else if (PLAIN[unit] === 1) bytes[at++] = unit;
      else {
        at = escapeTo(bytes, at, unit);
        if (isMark(unit)) marks++;
      }
    }
    this.length = at;
    this.chars += end - start + marks;
  }

  /**
   * Writes the UTF-8 of the character at `i`, for which room is reserved; returns how many further units it
   * took.
   */
  private wide(text: string, i: number, unit: number): number {
    const bytes = this.bytes;
    let at = this.length;
    let taken = 0;
    if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
    } else {
      let code = unit;
      if ((unit & 0xf800) === 0xd800) {
        const low = unit < 0xdc00 ? text.charCodeAt(i + 1) : NaN;
        if ((low & 0xfc00) === 0xdc00) {
          taken = 1;
          code = 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff);
          bytes[at++] = 0xf0 | (code >> 18);
          bytes[at++] = 0x80 | ((code >> 12) & 63);
        } else {
          code = 0xfffd;
          this.surrogates++;
          bytes[at++] = 0xe0 | (code >> 12);
        }
      } else {
        bytes[at++] = 0xe0 | (code >> 12);
      }
      bytes[at++] = 0x80 | ((code >> 6) & 63);
      unit = code;
    }
    bytes[at++] = 0x80 | (unit & 63);
    this.length = at;
    return taken;
  }

  /**
   * Appends a whole number, 0 to 2^53, with its last `decimals` digits behind a point, at least
   * `integerDigits` digits before it and, where `grouped`, commas between thousands. `decimals` and
   * `integerDigits` are at most 20.
   */
  digits(value: number, decimals: number, integerDigits: number, grouped: boolean): void {
    if (value < smallEnd) {
      this.smallDigits(value | 0, decimals, integerDigits, grouped);
      return;
    }
    let places = decimals + integerDigits;
    let found = 0;
    for (let power = 1; power <= value; power *= 10) found++;
    if (found > places) places = found;
    const whole = places - decimals;
    const count = places + (decimals > 0 ? 1 : 0) + (grouped && whole > 3 ? Math.floor((whole - 1) / 3) : 0);
    this.reserve(count);
    const bytes = this.bytes;
    let at = this.length + count;
    // Two halves of at most nine digits, so that the loop works on small integers.
    let high = value < 1e9 ? 0 : Math.floor(value / 1e9);
    let low = value - high * 1e9;
    for (let place = 0; place < places; place++) {
      if (place === 9 || place === 18) {
        low = high;
        high = 0;
      }
      if (place === decimals) {
        if (place > 0) bytes[--at] = 46;
      } else if (grouped && place > decimals && (place - decimals) % 3 === 0) bytes[--at] = 44;
      const rest = (low / 10) | 0;
      bytes[--at] = ZERO + (low - rest * 10);
      low = rest;
    }
    if (places === decimals && decimals > 0) bytes[at - 1] = 46;
    this.length += count;
    this.chars += count;
  }

  /** Common case of `digits`, in small integers only. */
  private smallDigits(value: number, decimals: number, integerDigits: number, grouped: boolean): void {
    let places = decimals + integerDigits;
    let found = 0;
    while (value >= POWERS[found]!) found++;
    if (found > places) places = found;
    const whole = places - decimals;
    const commas = grouped && whole > 3 ? ((whole - 1) / 3) | 0 : 0;
    const count = places + commas + (decimals > 0 ? 1 : 0);
    this.reserve(count);
    const bytes = this.bytes;
    let at = this.length + count;
    let rest = value;
    for (let place = 0; place < decimals; place++) {
      const tenth = (rest / 10) | 0;
      bytes[--at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    if (decimals > 0) bytes[--at] = POINT;
    for (let place = 0; place < whole; place++) {
      if (commas > 0 && place > 0 && place % 3 === 0) bytes[--at] = COMMA;
      const tenth = (rest / 10) | 0;
      bytes[--at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.length += count;
    this.chars += count;
  }

  /** Appends a number below 100 with at least one digit, or with two. */
  twoDigits(value: number, width: number): void {
    this.reserve(2);
    const tens = (value / 10) | 0;
    if (tens > 0 || width > 1) {
      this.bytes[this.length++] = ZERO + tens;
      this.chars++;
    }
    this.bytes[this.length++] = ZERO + value - tens * 10;
    this.chars++;
  }

  /** Text between two positions, as a JSON reader would see it. */
  textBetween(start: number, end: number): string {
    return JSON.parse(`"${this.bytes.toString('utf8', start, end)}"`) as string;
  }
}

/** Escaped text of a cell, with its length in characters. */
export interface EncodedText {
  bytes: Uint8Array;
  chars: number;
}

/** Encodes a cell's text once, as `cell` would write it each time. */
export function encodeCell(text: string): EncodedText {
  const out = new JsonText();
  out.cell(text);
  return { bytes: Uint8Array.from(out.bytes.subarray(0, out.length)), chars: out.chars };
}

/** Whether a character is escaped with a backslash in a cell's text. */
function isMark(unit: number): boolean {
  return unit === BAR || unit === BACKSLASH || unit === LF || unit === CR;
}

/** Writes an ASCII character that is escaped in a cell's text, in JSON; returns the end offset. */
function escapeTo(bytes: Uint8Array, at: number, unit: number): number {
  bytes[at++] = BACKSLASH;
  if (unit === QUOTE) bytes[at++] = QUOTE;
  else if (isMark(unit)) {
    bytes[at++] = BACKSLASH;
    if (unit === BACKSLASH) bytes[at++] = BACKSLASH;
    bytes[at++] = unit === LF ? LOWER_N : unit === CR ? LOWER_R : unit;
  } else {
    bytes[at++] = LOWER_U;
    bytes[at++] = ZERO;
    bytes[at++] = ZERO;
    bytes[at++] = HEX.charCodeAt(unit >> 4);
    bytes[at++] = HEX.charCodeAt(unit & 15);
  }
  return at;
}
