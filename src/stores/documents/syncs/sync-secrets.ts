import { type SealedRows } from '../../mongo/sealed-rows';
import { type SyncCollection } from './sync-row';

/** The sealed texts of syncs: account keys, and the secrets of addresses for events. */
export function syncSecrets(rows: SyncCollection): SealedRows & {
  /**
   * Keeps the secret of the address for events of a sync that is not inactive.
   *
   * @param former what the row holds; null for none
   * @returns false when the row holds something else by now
   */
  setIngest(syncId: string, sealed: string, former: string | null): Promise<boolean>;
} {
  return {
    async listSealed(after, limit) {
      const found = await rows
        .find(
          {
            $or: [{ credentials: { $type: 'string' } }, { ingest: { $type: 'string' } }],
            ...(after === null ? {} : { _id: { $gt: after } }),
          },
          { projection: { credentials: 1, ingest: 1 } },
        )
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id, credentials, ingest }) => ({
        _id,
        sealed: [credentials, ingest].filter((text) => text !== null),
      }));
    },

    async replaceSealed(id, { from, to }) {
      await rows.updateOne({ _id: id, credentials: from }, { $set: { credentials: to } });
      await rows.updateOne({ _id: id, ingest: from }, { $set: { ingest: to } });
    },

    async setIngest(syncId, sealed, former) {
      const { matchedCount } = await rows.updateOne(
        { _id: syncId, status: { $ne: 'inactive' }, ingest: former },
        { $set: { ingest: sealed, updatedAt: new Date() } },
      );
      return matchedCount === 1;
    },
  };
}
