/**
 * Fields that have a token, as bits: by kind those that typos reach (`t3`) and those that they do not (`t0`),
 * and by tier. A token without tiers, as lists of earlier releases have it, may be in each of them.
 */
export const tokenFields = { tolerant: 1, exact: 2, primary: 4, secondary: 8, low: 16 } as const;

/** The bits of kinds, which are below those of tiers. */
export const kindBits = 2;

const allTiers = tokenFields.primary | tokenFields.secondary | tokenFields.low;

/** Fields of a token, with all tiers where none is told. */
export function withTiers(fields: number): number {
  return (fields & allTiers) === 0 ? fields | allTiers : fields;
}
