/** Bits of a hash: as many as a number holds. */
export const hashBits = 53;

const { imul } = Math;

/**
 * Hashes text into a whole number of 53 bits, out of two words of 32 bits that each go over all characters and
 * are finished as MurmurHash3 finishes. Quick rather than safe against an adversary, who can only spoil the
 * count of his own values.
 */
export function hashText(text: string): number {
  let high = 0x9747b28c ^ text.length;
  let low = 0x51ed270b;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    high = imul(high ^ code, 0x9e3779b1);
    high = (high << 13) | (high >>> 19);
    low = imul(low ^ code, 0x85ebca77);
    low = (low << 17) | (low >>> 15);
  }
  const first = finish(high ^ low);
  const second = finish(low ^ imul(high, 0x27d4eb2f));
  return first * 2 ** (hashBits - 32) + (second >>> (64 - hashBits));
}

function finish(word: number): number {
  let mixed = word ^ (word >>> 16);
  mixed = imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
