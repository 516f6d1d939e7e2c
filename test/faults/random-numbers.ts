/** Numbers between 0 and 1, the same for the same seed (Park and Miller, CACM 31/10, 1988). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
