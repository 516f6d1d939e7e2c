import { SealError, type Sealer } from '../signing/sealed-text';

/** Context of a signing secret, without which a secret copied to another endpoint would open. */
export function secretContext(endpointId: string): string {
  return `webhook-secret/${endpointId}`;
}

/** Seals a secret for the store. */
export function sealSecret(sealer: Sealer, endpointId: string, secret: string): string {
  return sealer.seal(secret, secretContext(endpointId));
}

/** Opens a stored secret; null when its key is not configured, or it is damaged. */
export function openSecret(sealer: Sealer, endpointId: string, sealed: string): string | null {
  try {
    return sealer.open(sealed, secretContext(endpointId)) as string;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
