import { formerSecretTtlMs, liveSecretsMax } from '../../../domain/platform/webhook-endpoint';
import { type SealedRows } from '../../mongo/sealed-rows';
import {
  type StoredSecret,
  type WebhookEndpointCollection,
  type WebhookEndpointRow,
} from './webhook-endpoint-row';

export type Rotation = { rotated: true; formerUntil: Date } | { rotated: false; reason: 'gone' | 'too_many' };

/** A new secret, and what happens to the former ones. */
interface NewSecret {
  sealed: string;
  /** Whether a stored secret can be opened. */
  opens: (sealed: string) => boolean;
  /** Whether the former secrets expire at once. */
  expireOld?: boolean;
}

/** Secrets of an endpoint that sign at this time, newest first. */
export function signingSecrets({ secrets }: Pick<WebhookEndpointRow, 'secrets'>, now: Date): StoredSecret[] {
  return secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
}

/**
 * Creates the rotation of signing secrets. Expiry needs no timer: each signing checks the expiry of the
 * secrets.
 */
export function webhookEndpointSecrets(rows: WebhookEndpointCollection) {
  const sealedRows: SealedRows = {
    async listSealed(after, limit) {
      const now = new Date();
      const endpoints = await rows
        .find(
          { deletedAt: null, ...(after === null ? {} : { _id: { $gt: after } }) },
          { projection: { secrets: 1 } },
        )
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return endpoints.map((endpoint) => ({
        _id: endpoint._id,
        sealed: signingSecrets(endpoint, now).map(({ sealed }) => sealed),
      }));
    },

    async replaceSealed(endpointId, { from, to }) {
      await rows.updateOne({ _id: endpointId, 'secrets.sealed': from }, { $set: { 'secrets.$.sealed': to } });
    },
  };

  return {
    ...sealedRows,

    /**
     * Prepends a new secret; the former one signs for 24 more hours, or none of the former ones does.
     * Concurrent rotations all succeed. Secrets that cannot be opened stay, in case their key is configured
     * again, up to the limit.
     */
    async rotate(
      organizationId: string,
      endpointId: string,
      { sealed, opens, expireOld = false }: NewSecret,
      now = new Date(),
    ): Promise<Rotation> {
      for (;;) {
        const row = await rows.findOne({ _id: endpointId, organizationId, deletedAt: null });
        if (row === null) return { rotated: false, reason: 'gone' };
        const unexpired = expireOld ? [] : signingSecrets(row, now);
        const live =
          unexpired.length < liveSecretsMax ? unexpired : unexpired.filter((former) => opens(former.sealed));
        if (live.length >= liveSecretsMax) return { rotated: false, reason: 'too_many' };
        const formerUntil = expireOld ? now : new Date(now.getTime() + formerSecretTtlMs);
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
