import { SealError, type Sealer } from '../signing/sealed-text';

/** Context of a signing secret: one that is moved to another endpoint does not open there. */
export function secretContext(endpointId: string): string {
  return `webhook-secret/${endpointId}`;
}

/** A secret as it lies in the store. */
export function sealSecret(sealer: Sealer, endpointId: string, secret: string): string {
  return sealer.seal(secret, secretContext(endpointId));
}

/** A stored secret; null when it was sealed with a key that is not configured, or is damaged. */
export function openSecret(sealer: Sealer, endpointId: string, sealed: string): string | null {
  try {
    return sealer.open(sealed, secretContext(endpointId)) as string;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
