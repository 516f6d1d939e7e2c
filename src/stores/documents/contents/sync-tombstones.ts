import { createHash } from 'node:crypto';
import { type ClientSession, type Db } from 'mongodb';
import { isPartIdentity } from '../../../domain/documents/source-identity';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { type CollectionRow } from './collections';
import { type DocumentRow } from './documents';

/**
 * A document of a sync that a caller has deleted. Syncs skip its object until the object changes. The rows
 * are in a namespace that the collection names, so that a wipe or a deletion drops all of them at once.
 */
export interface SyncTombstoneRow {
  /** `<namespace>/<digest of the identity>` */
  _id: string;
  namespace: string;
  identity: string;
  /** `etag` of the indexed object; null when unknown. */
  etag: string | null;
  at: Date;
}

/** An object that a sync is about to index. */
export interface ListedObject {
  /** See `source-identity.ts`. */
  identity: string;
  etag: string | null;
}

export const syncTombstoneIndexes: CollectionIndexes = {
  collection: 'sync_tombstones',
  indexes: [{ key: { namespace: 1 } }],
};

type Tombstoned = Pick<CollectionRow, 'syncTombstones'>;

/**
 * Creates the store of tombstones for syncs, which are written in the transactions that delete or show
 * documents.
 */
export function createSyncTombstoneStore(db: Db) {
  const rows = db.collection<SyncTombstoneRow>(syncTombstoneIndexes.collection);

  return {
    /**
     * Identities of the given objects that a sync skips, because they have not changed since the deletion.
     */
    async standing(
      { syncTombstones: namespace }: Tombstoned,
      objects: readonly ListedObject[],
    ): Promise<Set<string>> {
      if (namespace === undefined || objects.length === 0) return new Set();
      const found = await rows
        .find({ _id: { $in: objects.map(({ identity }) => rowId(namespace, identity)) } })
        .toArray();
      const etags = new Map(found.map(({ identity, etag }) => [identity, etag]));
      const isStanding = ({ identity, etag: now }: ListedObject) => {
        const etag = etags.get(identity);
        return etag !== undefined && (etag === null || etag === now);
      };
      return new Set(objects.filter(isStanding).map(({ identity }) => identity));
    },

    /** Records the deletion of a document, if it needs a tombstone. */
    async put(
      namespace: string,
      { identity, source }: Pick<DocumentRow, 'identity' | 'source'>,
      session: ClientSession,
    ): Promise<void> {
      const { etag = null } = source;
      const at = new Date();
      await rows.replaceOne(
        { _id: rowId(namespace, identity) },
        { namespace, identity, etag, at },
        { upsert: true, session },
      );
    },

    /** Removes the tombstones of documents that are shown again. */
    async clear(
      { syncTombstones: namespace }: Tombstoned,
      identities: readonly string[],
      session: ClientSession,
    ): Promise<void> {
      if (namespace === undefined) return;
      const ids = identities.map((identity) => rowId(namespace, identity));
      await rows.deleteMany({ _id: { $in: ids } }, { session });
    },

    /** Removes the tombstones of namespaces that no collection names. */
    async removeOf(namespaces: readonly string[]): Promise<void> {
      await rows.deleteMany({ namespace: { $in: [...namespaces] } });
    },
  };
}

export type SyncTombstoneStore = ReturnType<typeof createSyncTombstoneStore>;

/**
 * Whether the deletion of a document leaves a tombstone for syncs; attachments are deleted with their file.
 */
export function leavesTombstone({ syncId, identity }: Pick<DocumentRow, 'syncId' | 'identity'>): boolean {
  return syncId !== null && !isPartIdentity(identity);
}

const rowId = (namespace: string, identity: string) =>
  `${namespace}/${createHash('sha256').update(identity).digest('hex')}`;
