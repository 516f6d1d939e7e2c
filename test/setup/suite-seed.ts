import { randomInt } from 'node:crypto';

/**
 * Seed of the random parts of a suite: `TEST_SEED`, or the usual one, or a new one. The names of the tests
 * tell it.
 */
export function suiteSeed(usual = randomInt(1, 1_000_000)): number {
  const given = process.env.TEST_SEED;
  if (given === undefined) return usual;
  const seed = Number(given);
  if (!Number.isSafeInteger(seed) || seed < 1) throw new Error(`TEST_SEED=${given} is no positive integer`);
  return seed;
}

/** Numbers between 0 and 1, the same for the same seed (Park and Miller, CACM 31/10, 1988). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
