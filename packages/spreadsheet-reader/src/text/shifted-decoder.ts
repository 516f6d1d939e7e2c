import iconv from 'iconv-lite';

/** Set of characters that an escape sequence designates: bytes of a character, and how iconv-lite reads them. */
interface Designated {
  bytes: 1 | 2;
  charset: 'ascii' | 'roman' | 'euc-jp' | 'gb18030' | 'cp949';
  /** Byte before each character in the 8-bit form of the set. */
  prefix?: number;
}

const ascii: Designated = { bytes: 1, charset: 'ascii' };
/** Sets by what follows ESC (ISO 2022; RFC 1468, 1554 and 1557). */
const DESIGNATIONS: Readonly<Record<string, Designated>> = {
  '(B': ascii,
  '(J': { bytes: 1, charset: 'roman' },
  '(H': { bytes: 1, charset: 'roman' },
  '(I': { bytes: 1, charset: 'euc-jp', prefix: 0x8e },
  '$@': { bytes: 2, charset: 'euc-jp' },
  $B: { bytes: 2, charset: 'euc-jp' },
  '$(@': { bytes: 2, charset: 'euc-jp' },
  '$(B': { bytes: 2, charset: 'euc-jp' },
  '$(D': { bytes: 2, charset: 'euc-jp', prefix: 0x8f },
  $A: { bytes: 2, charset: 'gb18030' },
  '$(A': { bytes: 2, charset: 'gb18030' },
  '$(C': { bytes: 2, charset: 'cp949' },
};
/** Sets that a shift out (SO) turns to, until a shift in (SI). */
const SHIFTED: Readonly<Record<string, Designated>> = {
  '$)C': { bytes: 2, charset: 'cp949' },
  '$)A': { bytes: 2, charset: 'gb18030' },
};
const [ESC, SO, SI, LF] = [0x1b, 0x0e, 0x0f, 0x0a] as const;
const escapeBytesMax = 4;
const ESCAPES = {
  'iso-2022-jp': ['$B', '$@', '$(B', '$(@', '$(D'],
  'iso-2022-kr': ['$)C'],
  'iso-2022-cn': ['$)A'],
} as const;
type ShiftedCharset = keyof typeof ESCAPES;

/** Character set of bytes below 0x80 that shift between sets by escape sequences; null for other bytes. */
export function shiftedCharset(bytes: Buffer): ShiftedCharset | null {
  if (!bytes.includes(ESC)) return null;
  const charsets = Object.keys(ESCAPES) as ShiftedCharset[];
  const isIn = (charset: ShiftedCharset) => ESCAPES[charset].some((name) => bytes.includes(`\x1b${name}`));
  return charsets.find(isIn) ?? null;
}

/**
 * Decoder of ISO-2022-JP, its extensions, ISO-2022-KR and the usual part of ISO-2022-CN, piece by piece. A line
 * begins in ASCII, so that a lost escape sequence harms no more than its own line.
 */
export function createShiftedDecoder() {
  let held: Buffer = Buffer.alloc(0);
  let current = ascii;
  let shifted: Designated | null = null;

  /** Reads one unit: a character, a control or an escape sequence; 0 where its end is not there yet. */
  function readUnit(bytes: Buffer, at: number, last: boolean, run: Run): number {
    const byte = bytes[at]!;
    if (byte === ESC) {
      const found = designationAt(bytes, at + 1);
      if (found === null) {
        if (!last && bytes.length - at < escapeBytesMax) return 0;
        return run.add(ascii, bytes.subarray(at, at + 1));
      }
      const set = DESIGNATIONS[found];
      if (set === undefined) shifted = SHIFTED[found]!;
      else current = set;
      return 1 + found.length;
    }
    if (byte === SO && shifted !== null) current = shifted;
    else if (byte === SI && shifted !== null) current = ascii;
    else {
      if (byte === LF) current = ascii;
      if (byte <= 0x20 || byte === 0x7f || current.bytes === 1)
        return run.add(byte <= 0x20 ? ascii : current, bytes.subarray(at, at + 1));
      const next = bytes[at + 1];
      if (next === undefined && !last) return 0;
      const whole = next !== undefined && next > 0x20 && next < 0x7f && byte < 0x7f;
      return whole ? run.add(current, bytes.subarray(at, at + 2)) : run.add(null, bytes.subarray(at, at + 1));
    }
    return 1;
  }

  return {
    /**
     * Text of the next bytes. A character cut at their end waits for the next call unless they are the last.
     */
    decode(bytes: Buffer, last: boolean): string {
      const whole = held.length > 0 ? Buffer.concat([held, bytes]) : bytes;
      const run = createRun();
      let at = 0;
      while (at < whole.length) {
        const used = readUnit(whole, at, last, run);
        if (used === 0) break;
        at += used;
      }
      held = Buffer.from(whole.subarray(at));
      return run.end();
    },
  };
}

function designationAt(bytes: Buffer, at: number): string | null {
  for (const length of [2, 3]) {
    const name = bytes.toString('latin1', at, at + length);
    if (name.length === length && (name in DESIGNATIONS || name in SHIFTED)) return name;
  }
  return null;
}

/** Characters of one set after another, decoded where the set changes. */
interface Run {
  /** @returns number of bytes */
  add(set: Designated | null, bytes: Buffer): number;
  end(): string;
}

function createRun(): Run {
  const texts: string[] = [];
  let set: Designated | null = ascii;
  let collected: number[] = [];

  function flush(): void {
    if (collected.length > 0) texts.push(textOf(set, Buffer.from(collected)));
    collected = [];
  }

  return {
    add(next, bytes) {
      if (next !== set) flush();
      set = next;
      if (next?.prefix !== undefined) collected.push(next.prefix);
      const high = next !== null && next.charset !== 'ascii' && next.charset !== 'roman' ? 0x80 : 0;
      for (const byte of bytes) collected.push(byte | high);
      return bytes.length;
    },
    end() {
      flush();
      return texts.join('');
    },
  };
}

function textOf(set: Designated | null, bytes: Buffer): string {
  if (set === null) return '\ufffd'.repeat(bytes.length);
  if (set.charset !== 'ascii' && set.charset !== 'roman') return iconv.decode(bytes, set.charset);
  const text = bytes.toString('latin1').replace(/[\x80-\xff]/g, '\ufffd');
  return set.charset === 'roman' ? text.replace(/\\/g, '¥').replace(/~/g, '‾') : text;
}
