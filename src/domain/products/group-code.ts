/**
 * Codes of groups under which `cardinality` of Elasticsearch counts exactly. While its sketch is small, it
 * keeps 25 bits of a 64-bit mix of each value. The mix can be inverted: the group with number n gets the
 * value whose mix begins with n, so that no two groups of a build share these bits. What is left is the
 * error of the estimate for values that never collide, which {@link groupsOfEstimate} takes back.
 */

/** Bits of the mix that the sketch keeps. */
const sketchBits = 25;
/** Groups of one part, a power of 2: a sketch holds no more and so stays small. */
const groupsPerPartBits = 15;

/** Groups of one build that have codes. */
export const codedGroupsMax = 2 ** sketchBits;
/** Parts that the codes of a build may have. */
export const groupPartsMax = 2 ** (sketchBits - groupsPerPartBits);

/** BitMixer.mix64 of Elasticsearch: multipliers and shifts. */
const firstFactor = 0x4cd6944c5cc20b6dn;
const secondFactor = 0xfc12c5b19d3259e9n;
const [outerShift, innerShift] = [32n, 29n];
const wordBits = 64;
const word = (value: bigint): bigint => BigInt.asUintN(wordBits, value);
const firstInverse = inverse(firstFactor);
const secondInverse = inverse(secondFactor);

/** The code of the group with a number from 0, a signed 64-bit number in decimal. */
export function groupCode(group: number): string {
  const mixed = (BigInt(group) << BigInt(wordBits - sketchBits)) | 1n;
  let value = unshift(mixed, outerShift);
  value = unshift(word(value * secondInverse), innerShift);
  value = unshift(word(value * firstInverse), outerShift);
  return BigInt.asIntN(wordBits, value).toString();
}

/** The part of the group with a number: counts are added up part by part. */
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

/** The number that gives this one when it is combined with itself, shifted, by exclusive or. */
function unshift(mixed: bigint, shift: bigint): bigint {
  let value = mixed;
  for (let done = shift; done < wordBits; done += shift) value = mixed ^ (value >> shift);
  return value;
}
