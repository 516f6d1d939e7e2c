const SLOTS = 8192;
const CACHED_BYTES_MAX = 40;

/** Turns bytes into strings, remembering short ones: sheets repeat their texts, and a call into the engine is what costs. */
export interface TextCache {
  /** `ascii` where all bytes are below 0x80; otherwise they are UTF-8. */
  get(bytes: Buffer, from: number, to: number, ascii: boolean): string;
}

/** A direct-mapped cache: one candidate per hash, the newest wins. */
export function createTextCache(): TextCache {
  const keys = new Uint8Array(SLOTS * CACHED_BYTES_MAX);
  const lengths = new Uint8Array(SLOTS);
  const texts = new Array<string>(SLOTS).fill('');
  return {
    get(bytes, from, to, ascii) {
      const length = to - from;
      if (length > CACHED_BYTES_MAX) return decode(bytes, from, to, ascii);
      let hash = length;
      for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0;
      const slot = (hash ^ (hash >>> 13)) & (SLOTS - 1);
      const key = slot * CACHED_BYTES_MAX;
      if (lengths[slot] === length) {
        let i = 0;
        while (i < length && keys[key + i] === bytes[from + i]) i++;
        if (i === length) return texts[slot]!;
      }
      const text = decode(bytes, from, to, ascii);
      for (let i = 0; i < length; i++) keys[key + i] = bytes[from + i]!;
      lengths[slot] = length;
      texts[slot] = text;
      return text;
    },
  };
}

function decode(bytes: Buffer, from: number, to: number, ascii: boolean): string {
  return bytes.toString(ascii ? 'latin1' : 'utf8', from, to);
}
