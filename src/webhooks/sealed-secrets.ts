import { type Sealer } from '../signing/sealed-text';

/** Context of a signing secret: one that is moved to another endpoint does not open there. */
const context = (endpointId: string) => `webhook-secret/${endpointId}`;

/** A secret as it lies in the store. */
export function sealSecret(sealer: Sealer, endpointId: string, secret: string): string {
  return sealer.seal(secret, context(endpointId));
}

/** A stored secret. @throws SealError */
export function openSecret(sealer: Sealer, endpointId: string, sealed: string): string {
  return sealer.open(sealed, context(endpointId)) as string;
}
