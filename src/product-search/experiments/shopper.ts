import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { type ShopperWeight } from '../../domain/products/assignment';

const weightBits = 52;
const weightBytes = 7;
const keyBytes = 32;
const hashBytes = 6;

/**
 * Weight of a shopper: the first 52 bits of SHA-256(salt, `:`, shopper) as a fraction. Every process and
 * release gives the same one.
 */
export const shopperWeight: ShopperWeight = (salt, userToken) => {
  const digest = createHash('sha256').update(`${salt}:${userToken}`).digest();
  // 56 bits do not fit a number exactly.
  const bits = digest.readUIntBE(0, weightBytes - 1) * 2 ** 4 + (digest[weightBytes - 1]! >> 4);
  return bits / 2 ** weightBits;
};

/**
 * Derives the key of {@link shopperHash} by HKDF-SHA256 (RFC 5869).
 *
 * @param signingKey the decoded `SIGNING_KEY`
 */
export function shopperKeyOf(signingKey: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', signingKey, '', 'sheaf shoppers', keyBytes));
}

/**
 * Hash of a shopper of an index: a number from 0 to below 1 that does not tell who it is, the first 48 bits
 * of HMAC-SHA-256. It is independent of the place of the shopper in layers.
 */
export function shopperHash(key: Buffer, indexId: string, userToken: string): number {
  const digest = createHmac('sha256', key).update(`${indexId}\n${userToken}`).digest();
  return digest.readUIntBE(0, hashBytes) / 2 ** (8 * hashBytes);
}
