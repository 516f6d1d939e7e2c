/** Lanes of parse jobs: `quick` has slots of its own for small inputs. */
export type ParseLane = 'quick' | 'large';

/** Bounds of an input that takes the quick lane. */
const quickBytesMax = 1024 * 1024;
const quickCharactersMax = 4_000_000;

/** Time that an input has in the quick lane; what takes longer continues in the other one. */
export const quickPatienceMs = 10_000;
/** Failure type of such an input. */
export const slowInput = 'slow_input';

/** Tries of reading an input. Attempts that came before the turn of their organization do not count. */
export const parseTriesMax = 8;

/**
 * The lane of an input.
 *
 * @param characters its estimated text
 */
export function parseLane({ byteSize, characters }: { byteSize: number; characters: number }): ParseLane {
  return byteSize <= quickBytesMax && characters <= quickCharactersMax ? 'quick' : 'large';
}
