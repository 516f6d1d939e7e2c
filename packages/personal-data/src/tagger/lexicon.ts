// A local constant: reading a global for each feature would dominate the time.
const { imul } = Math;

/** Bits of what the lexicon knows about a word. */
export const WORD = {
  /**
   * Rank among the words of the language model, 1 (frequent) to 5 (rare); 6 for words of other languages; 0
   * for unknown.
   */
  rankMask: 7,
  firstName: 8,
  lastName: 16,
  city: 32,
  region: 64,
  street: 128,
  organization: 256,
  /** All bits above. */
  gazetteerMask: 511,
  /** Kind of cue, from 1 in the order of `CUE_KINDS`; 0 for none. */
  cueShift: 9,
  cueMask: 15,
} as const;

/** Known words by the hash of their folded form. */
export interface Lexicon {
  /** The bits of a word, 0 for an unknown one. */
  bitsOf(hash: number): number;
}

const multiplier = 0x9e3779b1;

/** FNV-1a over the folded units of a word. Never 0, which stands for "no word". */
export function hashWord(folded: Iterable<number>): number {
  let hash = 0x811c9dc5;
  for (const unit of folded) hash = imul(hash ^ unit, 0x01000193);
  return hash === 0 ? 1 : hash;
}

/** A lexicon in a hash table with open addressing, at most half full. */
export function createLexicon(hashes: Int32Array, bits: Uint16Array): Lexicon {
  const power = Math.max(4, Math.ceil(Math.log2(hashes.length * 2 + 1)));
  const mask = 2 ** power - 1;
  const shift = 32 - power;
  const keys = new Int32Array(mask + 1);
  const values = new Uint16Array(mask + 1);
  for (const [index, hash] of hashes.entries()) {
    let slot = imul(hash, multiplier) >>> shift;
    while (keys[slot] !== 0 && keys[slot] !== hash) slot = (slot + 1) & mask;
    keys[slot] = hash;
    values[slot]! |= bits[index]!;
  }
  return {
    bitsOf: (hash) => {
      let slot = imul(hash, multiplier) >>> shift;
      for (;;) {
        const key = keys[slot]!;
        if (key === hash) return values[slot]!;
        if (key === 0) return 0;
        slot = (slot + 1) & mask;
      }
    },
  };
}
