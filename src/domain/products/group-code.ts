/**
 * Codes of groups under which `cardinality` of Elasticsearch counts exactly. While its sketch is small, it
 * keeps 25 bits of a 64-bit mix of each value. The mix is invertible: group n gets the value whose mix begins
 * with n, so that no two groups of a build share these bits. The remaining error is that of the estimate for
 * values without collisions, which {@link groupsOfEstimate} inverts.
 */

/** Bits of the mix that the sketch keeps. */
const sketchBits = 25;
/** Number of groups of one part, as a power of 2. A sketch of a part stays small. */
const groupsPerPartBits = 15;

/** Most groups of one build that get codes. */
export const codedGroupsMax = 2 ** sketchBits;
/** Most parts of the codes of a build. */
export const groupPartsMax = 2 ** (sketchBits - groupsPerPartBits);

/** Multipliers and shifts of BitMixer.mix64 of Elasticsearch. */
const firstFactor = 0x4cd6944c5cc20b6dn;
const secondFactor = 0xfc12c5b19d3259e9n;
const [outerShift, innerShift] = [32n, 29n];
const wordBits = 64;
const word = (value: bigint): bigint => BigInt.asUintN(wordBits, value);
const firstInverse = inverse(firstFactor);
const secondInverse = inverse(secondFactor);

/** The code of a group by its number from 0: a signed 64-bit number in decimal. */
export function groupCode(group: number): string {
  const mixed = (BigInt(group) << BigInt(wordBits - sketchBits)) | 1n;
  let value = unshift(mixed, outerShift);
  value = unshift(word(value * secondInverse), innerShift);
  value = unshift(word(value * firstInverse), outerShift);
  return BigInt.asIntN(wordBits, value).toString();
}

/** The part of a group by its number. The counts of parts are added up. */
export function groupPart(group: number): number {
  return group >> groupsPerPartBits;
}

/** The number of groups of one part, from the estimate of its `cardinality` (linear counting, inverted). */
export function groupsOfEstimate(estimate: number): number {
  return Math.round(codedGroupsMax * (1 - Math.exp(-estimate / codedGroupsMax)));
}

/** Inverse of an odd number modulo 2^64, by Newton's method. */
function inverse(factor: bigint): bigint {
  let found = factor;
  for (let digits = 3; digits < wordBits; digits *= 2) found = word(found * (2n - factor * found));
  return found;
}

/** Inverts `x ^ (x >> shift)`. */
function unshift(mixed: bigint, shift: bigint): bigint {
  let value = mixed;
  for (let done = shift; done < wordBits; done += shift) value = mixed ^ (value >> shift);
  return value;
}
