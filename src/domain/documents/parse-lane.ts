/** Lanes of parse jobs: `quick`, for small inputs, has slots of its own. */
export type ParseLane = 'quick' | 'large';

/** Bounds of an input that takes the quick lane. */
const quickBytesMax = 1024 * 1024;
const quickCharactersMax = 4_000_000;

/** Time limit in the quick lane; an input that takes longer continues in the other lane. */
export const quickPatienceMs = 10_000;
/** Failure type of activities: an input reached {@link quickPatienceMs}. */
export const slowInput = 'slow_input';

/** Tries of reading an input. Attempts that fail because their organization has no free slot do not count. */
export const parseTriesMax = 8;

/**
 * Chooses the lane of an input.
 *
 * @param characters estimated characters of its text
 */
export function parseLane({ byteSize, characters }: { byteSize: number; characters: number }): ParseLane {
  return byteSize <= quickBytesMax && characters <= quickCharactersMax ? 'quick' : 'large';
}
