import { type WebhookEndpointRow, type WebhookEndpointCollection } from './webhook-endpoint-row';
import { type Db } from 'mongodb';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { pausesMax, webhookEndpointsMax } from '../../../domain/platform/webhook-endpoint';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { isDuplicateKey } from '../../mongo/mongo';
import { newId } from '../../mongo/new-id';
import { readInBatches } from '../../mongo/read-in-batches';
import { webhookEndpointHealth } from './webhook-endpoint-health';
import { webhookEndpointSecrets } from './webhook-endpoint-secrets';

export const webhookEndpointIndexes: CollectionIndexes = {
  collection: 'webhook_endpoints',
  indexes: [
    {
      key: { organizationId: 1, slot: 1 },
      unique: true,
      partialFilterExpression: { slot: { $exists: true } },
    },
    { key: { deletedAt: 1 }, partialFilterExpression: { deletedAt: { $type: 'date' } } },
  ],
};

/** Settings of an endpoint, which its owner decides. */
export type EndpointSettings = Pick<
  WebhookEndpointRow,
  'url' | 'description' | 'eventTypes' | 'filter' | 'includeCollectionName'
>;

/** A change of an endpoint; absent fields stay unchanged. */
export type EndpointChange = Partial<EndpointSettings> & { disabled?: boolean };

/** Creates the store of endpoints. Every function that takes a caller's id takes the organization too. */
export function createWebhookEndpointStore(db: Db) {
  const rows: WebhookEndpointCollection = db.collection<WebhookEndpointRow>(
    webhookEndpointIndexes.collection,
  );
  const read = readInBatches(rows);
  const live = (organizationId: string, endpointId?: string) => ({
    organizationId,
    deletedAt: null,
    ...(endpointId === undefined ? {} : { _id: endpointId }),
  });

  return {
    ...webhookEndpointHealth(rows),
    ...webhookEndpointSecrets(rows),

    /** A new id, for sealing the secret before the row is written. */
    newId: () => newId(ID_PREFIX.webhookEndpoint),

    /** Writes a new endpoint; null when the organization has 20. */
    async insert(
      endpoint: EndpointSettings & Tenant & { _id: string; sealed: string; disabled: boolean },
      now = new Date(),
    ): Promise<WebhookEndpointRow | null> {
      const { sealed, disabled, ...settings } = endpoint;
      const row: Omit<WebhookEndpointRow, 'slot'> = {
        ...settings,
        secrets: [{ sealed, expiresAt: null }],
        disabledAt: disabled ? now : null,
        disabledReason: disabled ? 'manual' : null,
        streak: null,
        recentMs: [],
        lastDelivery: null,
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
      };
      for (;;) {
        const slot = await freeSlot(endpoint.organizationId);
        if (slot === null) return null;
        try {
          await rows.insertOne({ ...row, slot });
          return { ...row, slot };
        } catch (error) {
          // Another request has taken this slot.
          if (!isDuplicateKey(error)) throw error;
        }
      }
    },

    /** An organization's endpoint; null for other organizations. */
    async find(organizationId: string, endpointId: string): Promise<WebhookEndpointRow | null> {
      return rows.findOne(live(organizationId, endpointId));
    },

    /** The organization's endpoints, newest first. */
    async list(organizationId: string): Promise<WebhookEndpointRow[]> {
      return rows.find(live(organizationId)).sort({ _id: -1 }).toArray();
    },

    /** An endpoint in its present state; null when it is deleted. */
    async get(endpointId: string): Promise<WebhookEndpointRow | null> {
      const row = await read(endpointId);
      return row?.deletedAt === null ? row : null;
    },

    /**
     * Changes the given fields in one update. A new address and enabling clear past failures. Disabling a
     * disabled endpoint, or enabling an enabled one, changes nothing.
     */
    async change(
      organizationId: string,
      endpointId: string,
      { disabled, ...settings }: EndpointChange,
      now = new Date(),
    ): Promise<WebhookEndpointRow | null> {
      const isDisabled = { $ne: ['$disabledAt', null] };
      const unless = (condition: object, value: unknown, field: string) => ({
        $cond: [condition, `$${field}`, value],
      });
      const literal = Object.fromEntries(
        Object.entries(settings).map(([field, value]) => [field, { $literal: value }]),
      );
      const forgets = settings.url !== undefined || disabled === false;
      return rows.findOneAndUpdate(
        live(organizationId, endpointId),
        [
          {
            $set: {
              ...literal,
              updatedAt: now,
              ...(forgets ? { streak: null, recentMs: [] } : {}),
              ...(disabled === true
                ? {
                    disabledReason: unless(isDisabled, 'manual', 'disabledReason'),
                    disabledAt: unless(isDisabled, now, 'disabledAt'),
                  }
                : {}),
              ...(disabled === false
                ? {
                    pauses: unless({ $not: [isDisabled] }, withLastPause(now), 'pauses'),
                    disabledAt: null,
                    disabledReason: null,
                  }
                : {}),
            },
          },
        ],
        { returnDocument: 'after' },
      );
    },

    /** Hides an endpoint and frees its slot. False without one. Its history is removed later. */
    async markDeleted(organizationId: string, endpointId: string, now = new Date()): Promise<boolean> {
      const { modifiedCount } = await rows.updateOne(live(organizationId, endpointId), {
        $set: { deletedAt: now },
        $unset: { slot: '' },
      });
      return modifiedCount === 1;
    },

    /** Deleted endpoints whose history is not removed yet. */
    async listDeleted(limit: number): Promise<string[]> {
      const found = await rows
        .find({ deletedAt: { $type: 'date' } }, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id);
    },

    /** Removes the row of a deleted endpoint. */
    async remove(endpointId: string): Promise<void> {
      await rows.deleteOne({ _id: endpointId, deletedAt: { $ne: null } });
    },
  };

  async function freeSlot(organizationId: string): Promise<number | null> {
    const taken = await rows.find(live(organizationId), { projection: { slot: 1 } }).toArray();
    const slots = new Set(taken.map(({ slot }) => slot));
    for (let slot = 0; slot < webhookEndpointsMax; slot++) if (!slots.has(slot)) return slot;
    return null;
  }
}

/** The pauses, including the one that ends now. */
function withLastPause(now: Date) {
  const all = { $concatArrays: [{ $ifNull: ['$pauses', []] }, [{ from: '$disabledAt', to: now }]] };
  return { $slice: [all, -pausesMax] };
}

export type WebhookEndpointStore = ReturnType<typeof createWebhookEndpointStore>;
