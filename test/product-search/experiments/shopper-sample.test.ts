import { sampledShoppersMax } from '../../../src/domain/products/limits';
import { shopperHash, shopperKeyOf } from '../../../src/product-search';
import {
  addShoppers,
  comparedShoppers,
  emptySample,
  shoppersOf,
} from '../../../src/product-search/experiments/shopper-sample';

const [key, otherKey] = [1, 2].map((byte) => shopperKeyOf(Buffer.alloc(32, byte))) as [Buffer, Buffer];
const hashOf = (indexId: string, userToken: string) => shopperHash(key, indexId, userToken);

/** The hashes that a row of one day keeps. */
function smallestOf(shoppers: Iterable<number>): number[] {
  const hashes = [...new Set([...shoppers].map((shopper) => hashOf('idx', `u-${shopper}`)))];
  return hashes.sort((a, b) => a - b).slice(0, sampledShoppersMax);
}

function* range(from: number, to: number): Generator<number> {
  for (let at = from; at < to; at++) yield at;
}

it('counts exactly while a day keeps all of its shoppers, each of them once', () => {
  const sample = emptySample();
  addShoppers(sample, smallestOf(range(0, 1_000)));
  addShoppers(sample, smallestOf(range(500, 2_000)));
  expect(shoppersOf(sample)).toBe(2_000);
});

it('estimates the shoppers of many days within a few percent, those who come again counted once', () => {
  const sample = emptySample();
  for (let day = 0; day < 30; day++)
    addShoppers(sample, smallestOf(range(day * 5_000, day * 5_000 + 10_000)));
  // A day keeps 2,048 of 10,000, which leaves a standard error below 1 % of the 155,000.
  expect(Math.abs(shoppersOf(sample) / 155_000 - 1)).toBeLessThan(0.05);
});

it('is bounded however many days there are', () => {
  const sample = emptySample();
  for (let day = 0; day < 60; day++) addShoppers(sample, smallestOf(range(day * 2_000, day * 2_000 + 2_000)));
  expect(sample.hashes.size).toBeLessThanOrEqual(32_768);
  expect(Math.abs(shoppersOf(sample) / 120_000 - 1)).toBeLessThan(0.05);
});

it('compares groups by the same share of all shoppers', () => {
  const [large, small] = [emptySample(), emptySample()];
  addShoppers(large, smallestOf(range(0, 90_000)));
  addShoppers(small, smallestOf(range(90_000, 100_000)));
  const [ofLarge, ofSmall] = comparedShoppers([large, small]);
  expect(ofLarge).toBe(sampledShoppersMax - 1);
  expect(ofSmall! / (ofLarge! + ofSmall!)).toBeGreaterThan(0.07);
  expect(ofSmall! / (ofLarge! + ofSmall!)).toBeLessThan(0.13);
});

it('tells shoppers of different indexes and keys apart', () => {
  expect(hashOf('a', 'u')).toBe(hashOf('a', 'u'));
  const others = [hashOf('b', 'u'), hashOf('a', 'v'), shopperHash(otherKey, 'a', 'u')];
  for (const other of others) expect(other).not.toBe(hashOf('a', 'u'));
});
