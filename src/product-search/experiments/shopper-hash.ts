import { createHmac, hkdfSync } from 'node:crypto';

const keyBytes = 32;
const readBytes = 6;

/** Hash of a shopper of an index: a number from 0 to below 1 that does not tell who it is. */
export type ShopperHash = (indexId: string, userToken: string) => number;

/**
 * Creates the hash: the first 48 bits of HMAC-SHA-256, under a key that is derived by HKDF-SHA256 (RFC 5869).
 * It is independent of the place of the shopper in layers.
 *
 * @param signingKey the decoded `SIGNING_KEY`
 */
export function createShopperHash(signingKey: Uint8Array): ShopperHash {
  const key = Buffer.from(hkdfSync('sha256', signingKey, '', 'sheaf shoppers', keyBytes));
  return (indexId, userToken) => {
    const digest = createHmac('sha256', key).update(`${indexId}\n${userToken}`).digest();
    return digest.readUIntBE(0, readBytes) / 2 ** (8 * readBytes);
  };
}
