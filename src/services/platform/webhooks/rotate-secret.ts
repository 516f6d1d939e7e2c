import { type PlatformErrorCode } from '../../../domain/platform/errors';
import { Refusal } from '../../../domain/platform/refusal';
import { type WebhookEndpointRow } from '../../../stores/platform/webhooks/webhook-endpoint-row';
import { newWebhookSecret, openSecret, sealSecret } from '../../../webhooks';
import { type ServiceDeps } from '../../deps';

/**
 * Gives an endpoint a new secret, which only this answer shows.
 *
 * @param expireOld whether former secrets end at once instead of after 24 hours
 * @returns the secret, and the time until which former ones also sign
 * @throws Refusal `endpoint_not_found`, `too_many_rotations`
 */
export async function rotateSecret(
  { sealer, stores }: Pick<ServiceDeps, 'sealer' | 'stores'>,
  { _id, organizationId }: WebhookEndpointRow,
  expireOld: boolean,
): Promise<{ secret: string; formerUntil: Date }> {
  const secret = newWebhookSecret();
  const rotation = await stores.webhookEndpoints.rotate(organizationId, _id, {
    sealed: sealSecret(sealer, _id, secret),
    opens: (sealed) => openSecret(sealer, _id, sealed) !== null,
    expireOld,
  });
  if (!rotation.rotated)
    throw new Refusal<PlatformErrorCode>(
      rotation.reason === 'gone' ? 'endpoint_not_found' : 'too_many_rotations',
    );
  return { secret, formerUntil: rotation.formerUntil };
}
