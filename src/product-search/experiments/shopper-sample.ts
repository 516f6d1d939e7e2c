import { sampledShoppersMax } from '../../domain/products/limits';

/** Hashes that a sample keeps when it becomes smaller; twice as many make it do so. */
const keptHashes = 16_384;

/**
 * Shoppers of a group, by hashes that are spread evenly from 0 to 1: every shopper whose hash lies below the
 * bound, and no other. So the sample is a known share of all shoppers (a theta sketch, Dasgupta, Lang, Rhodes
 * and Thaler 2016).
 */
export interface ShopperSample {
  below: number;
  hashes: Set<number>;
}

/** A sample without shoppers. */
export function emptySample(): ShopperSample {
  return { below: 1, hashes: new Set() };
}

/**
 * Adds the shoppers of another day; some of them are in the sample already.
 *
 * @param smallest the smallest hashes of that day, in order: all of them, or `sampledShoppersMax`
 */
export function addShoppers(sample: ShopperSample, smallest: readonly number[]): void {
  if (smallest.length >= sampledShoppersMax) bound(sample, smallest.at(-1)!);
  for (const hash of smallest) if (hash < sample.below) sample.hashes.add(hash);
  if (sample.hashes.size <= 2 * keptHashes) return;
  bound(sample, Float64Array.from(sample.hashes).sort()[keptHashes]!);
}

/** Estimate of how many shoppers there are; exact while the sample has all of them. */
export function shoppersOf({ below, hashes }: ShopperSample): number {
  return Math.round(hashes.size / below);
}

/** Shoppers of each sample among the same share of all shoppers, so that they can be compared. */
export function comparedShoppers(samples: readonly ShopperSample[]): number[] {
  const below = Math.min(...samples.map((sample) => sample.below));
  return samples.map(({ hashes }) => [...hashes].filter((hash) => hash < below).length);
}

function bound(sample: ShopperSample, below: number): void {
  if (below >= sample.below) return;
  sample.below = below;
  for (const hash of sample.hashes) if (hash >= below) sample.hashes.delete(hash);
}
