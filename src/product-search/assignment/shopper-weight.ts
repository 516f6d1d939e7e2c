import { createHash } from 'node:crypto';
import { type ShopperWeight } from '../../domain/products/assignment';

const weightBits = 52;
const bytesRead = 7;

/**
 * Weight of a shopper: the first 52 bits of SHA-256(salt, `:`, shopper) as a fraction. Every process and release
 * gives the same one.
 */
export const shopperWeight: ShopperWeight = (salt, userToken) => {
  const digest = createHash('sha256').update(`${salt}:${userToken}`).digest();
  // 56 bits do not fit a number exactly.
  const bits = digest.readUIntBE(0, bytesRead - 1) * 2 ** 4 + (digest[bytesRead - 1]! >> 4);
  return bits / 2 ** weightBits;
};
