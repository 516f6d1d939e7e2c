import { hashBits } from './value-hash';

/** Bits of a hash that choose a register. */
const indexBits = 15;
/** Registers, one byte each. The standard error is 1.04 / √32,768 = 0.57 %, so 2 % are 3.5 standard errors. */
export const registerCount = 1 << indexBits;
/** Bits of a hash whose leading zeros count. */
const rankBits = 32;

const indexUnit = 2 ** (hashBits - indexBits);
const rankUnit = 2 ** (hashBits - indexBits - rankBits);

/**
 * Adds a hash of `hashText` to a sketch of how many values differ: HyperLogLog (Flajolet et al. 2007), a
 * register for the longest run of leading zeros of each part of all hashes.
 */
export function addToSketch(registers: Uint8Array, hash: number): void {
  const register = Math.floor(hash / indexUnit);
  const rank = Math.clz32(Math.floor((hash % indexUnit) / rankUnit)) + 1;
  if (rank > registers[register]!) registers[register] = rank;
}

/** Makes the first sketch that of both. */
export function mergeSketch(into: Uint8Array, from: Uint8Array): void {
  for (let register = 0; register < registerCount; register++)
    if (from[register]! > into[register]!) into[register] = from[register]!;
}

/**
 * Estimates how many values a sketch has seen, by the improved estimator of Ertl (2017), which needs no tables
 * of bias.
 */
export function estimate(registers: Uint8Array): number {
  const counts = new Array<number>(rankBits + 2).fill(0);
  for (const rank of registers) counts[rank] = counts[rank]! + 1;
  let sum = registerCount * tau(1 - counts[rankBits + 1]! / registerCount);
  for (let rank = rankBits; rank >= 1; rank--) sum = (sum + counts[rank]!) / 2;
  sum += registerCount * sigma(counts[0]! / registerCount);
  return (registerCount * registerCount) / (2 * Math.LN2 * sum);
}

function sigma(share: number): number {
  if (share === 1) return Infinity;
  let sum = share;
  for (let power = share, weight = 1, before = NaN; sum !== before; weight *= 2) {
    power *= power;
    before = sum;
    sum += power * weight;
  }
  return sum;
}

function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let sum = 1 - share;
  for (let root = share, weight = 1, before = NaN; sum !== before;) {
    root = Math.sqrt(root);
    before = sum;
    weight /= 2;
    sum -= (1 - root) ** 2 * weight;
  }
  return sum / 3;
}
