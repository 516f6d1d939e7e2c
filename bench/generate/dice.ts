/** Seeded random numbers: the same seed throws the same sequence on every machine. */
export interface Dice {
  /** In [0, 1). */
  fraction(): number;
  /** Whole, both ends included. */
  between(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Tommy Ettinger's mulberry32: 32 bits of state, far better than a bench needs and no package. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    fraction,
    between: (min, max) => min + Math.floor(fraction() * (max - min + 1)),
    pick: (list) => list[Math.floor(fraction() * list.length)]!,
  };
}
