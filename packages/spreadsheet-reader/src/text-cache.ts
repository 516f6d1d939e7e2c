const SETS = 4096;
const WAYS = 2;
const SLOTS = SETS * WAYS;
const CACHED_BYTES_MAX = 40;

/**
 * Decoder of bytes that caches short strings: sheets repeat their texts, and the call into the engine is the
 * cost.
 */
export interface TextCache {
  /** Decodes the bytes; `ascii` is true where all are below 0x80, otherwise they are UTF-8. */
  get(bytes: Buffer, from: number, to: number, ascii: boolean): string;
}

/** Creates a cache with two slots per hash; a new text takes either of them. */
export function createTextCache(): TextCache {
  const keys = new Uint8Array(SLOTS * CACHED_BYTES_MAX);
  const lengths = new Uint8Array(SLOTS);
  const texts = new Array<string>(SLOTS).fill('');

  function holds(slot: number, bytes: Buffer, from: number, length: number): boolean {
    if (lengths[slot] !== length) return false;
    const key = slot * CACHED_BYTES_MAX;
    for (let i = 0; i < length; i++) {
      if (keys[key + i] !== bytes[from + i]) return false;
    }
    return true;
  }

  return {
    get(bytes, from, to, ascii) {
      const length = to - from;
      if (length === 0) return '';
      if (length > CACHED_BYTES_MAX) return decode(bytes, from, to, ascii);
      let hash = length;
      for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0;
      const first = ((hash ^ (hash >>> 13)) & (SETS - 1)) * WAYS;
      if (holds(first, bytes, from, length)) return texts[first]!;
      if (holds(first + 1, bytes, from, length)) return texts[first + 1]!;
      const slot = first + ((hash >>> 30) & 1);
      const key = slot * CACHED_BYTES_MAX;
      for (let i = 0; i < length; i++) keys[key + i] = bytes[from + i]!;
      lengths[slot] = length;
      return (texts[slot] = decode(bytes, from, to, ascii));
    },
  };
}

function decode(bytes: Buffer, from: number, to: number, ascii: boolean): string {
  return bytes.toString(ascii ? 'latin1' : 'utf8', from, to);
}
