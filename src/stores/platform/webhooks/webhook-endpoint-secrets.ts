import { formerSecretTtlMs, liveSecretsMax } from '../../../domain/platform/webhook-endpoint';
import {
  type StoredSecret,
  type WebhookEndpointCollection,
  type WebhookEndpointRow,
} from './webhook-endpoints';

/** Outcome of a rotation. */
export type Rotation = { rotated: true; formerUntil: Date } | { rotated: false; reason: 'gone' | 'too_many' };

/** Secrets of an endpoint that sign at this time, newest first. */
export function signingSecrets({ secrets }: Pick<WebhookEndpointRow, 'secrets'>, now: Date): StoredSecret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
}

/**
 * Rotation of signing secrets. Nothing ends by a timer: a secret's end is a time that whoever signs looks at.
 */
export function webhookEndpointSecrets(rows: WebhookEndpointCollection) {
  return {
    /**
     * Puts a new secret in front; the former one signs for 24 hours more. Two rotations at once both take
     * place.
     */
    async rotate(
      organizationId: string,
      endpointId: string,
      sealed: string,
      now = new Date(),
    ): Promise<Rotation> {
      for (;;) {
        const row = await rows.findOne({ _id: endpointId, organizationId, deletedAt: null });
        if (row === null) return { rotated: false, reason: 'gone' };
        const live = signingSecrets(row, now);
        if (live.length >= liveSecretsMax) return { rotated: false, reason: 'too_many' };
        const formerUntil = new Date(now.getTime() + formerSecretTtlMs);
        const secrets = [
          { sealed, expiresAt: null },
          ...live.map((former) => ({ ...former, expiresAt: former.expiresAt ?? formerUntil })),
        ];
        const { modifiedCount } = await rows.updateOne(
          { _id: endpointId, deletedAt: null, 'secrets.0.sealed': row.secrets[0]!.sealed },
          { $set: { secrets, updatedAt: now } },
        );
        if (modifiedCount === 1) return { rotated: true, formerUntil };
      }
    },
  };
}
