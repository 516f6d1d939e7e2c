import { facetValuesMax } from '../../domain/products/field-table';
import { addToSketch, estimate, mergeSketch, registerCount } from './cardinality-sketch';
import { hashText } from './value-hash';

/**
 * Count of differing values. Up to 1,000 it keeps a hash of 53 bits of each, and so is exact; above, it keeps
 * a sketch of 32 KiB whatever the number.
 */
export interface DistinctCounter {
  /** Hashes; empty once there is a sketch. */
  hashes: Set<number>;
  registers: Uint8Array | null;
  /** Count of values whose hashes are no longer kept; 0 without such. */
  condensed: number;
}

export function createDistinctCounter(): DistinctCounter {
  return { hashes: new Set(), registers: null, condensed: 0 };
}

/** The counter of the same values without their hashes. Merged with others, it knows the larger count only. */
export function condenseDistinct(counter: DistinctCounter): DistinctCounter {
  return { ...createDistinctCounter(), condensed: distinctCount(counter) };
}

/** Counts a value. */
export function countDistinct(counter: DistinctCounter, value: string): void {
  countHash(counter, hashText(value));
}

/** Makes the first counter that of both. */
export function mergeDistinct(into: DistinctCounter, from: DistinctCounter): void {
  if (from.registers !== null) mergeSketch(sketchOf(into), from.registers);
  for (const hash of from.hashes) countHash(into, hash);
  into.condensed = Math.max(into.condensed, from.condensed);
}

/** How many values differ: exact up to 1,000, above it an estimate with a standard error of 0.57 %. */
export function distinctCount({ hashes, registers, condensed }: DistinctCounter): number {
  const counted =
    registers === null ? hashes.size : Math.max(facetValuesMax + 1, Math.round(estimate(registers)));
  return Math.max(counted, condensed);
}

/** Counts a value by its hash. */
export function countHash(counter: DistinctCounter, hash: number): void {
  if (counter.registers !== null) {
    addToSketch(counter.registers, hash);
    return;
  }
  counter.hashes.add(hash);
  if (counter.hashes.size > facetValuesMax) sketchOf(counter);
}

function sketchOf(counter: DistinctCounter): Uint8Array {
  if (counter.registers !== null) return counter.registers;
  const registers = new Uint8Array(registerCount);
  for (const hash of counter.hashes) addToSketch(registers, hash);
  counter.hashes.clear();
  counter.registers = registers;
  return registers;
}
