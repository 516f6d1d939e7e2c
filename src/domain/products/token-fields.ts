/**
 * Fields that have a token, as bits: by kind those that typos reach (`t3`) and those that they do not (`t0`),
 * and by tier.
 */
export const tokenFields = { tolerant: 1, exact: 2, primary: 4, secondary: 8, low: 16 } as const;

/** The bits of kinds, which are below those of tiers. */
export const kindBits = 2;

/** All bits: the fields that a token without an entry in a list may be in. */
export const anyField =
  tokenFields.tolerant | tokenFields.exact | tokenFields.primary | tokenFields.secondary | tokenFields.low;
