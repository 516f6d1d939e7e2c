import { createHash } from 'node:crypto';
import { type ClientSession, type Db } from 'mongodb';
import { isPartIdentity } from '../../../domain/documents/source-identity';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { type CollectionRow } from './collections';
import { type DocumentRow } from './documents';

/**
 * A document of a sync that a caller has deleted: syncs leave its object alone until it changes. Rows lie in a
 * namespace that the collection's row names, so that a wipe or a deletion forgets all of them at once.
 */
export interface SyncTombstoneRow {
  /** `<namespace>/<digest of the identity>` */
  _id: string;
  namespace: string;
  identity: string;
  /** Mark of the object as it was indexed; null where that is not known. */
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

/** Tombstones of deleted documents, written together with what they are about. */
export function createSyncTombstoneStore(db: Db) {
  const rows = db.collection<SyncTombstoneRow>(syncTombstoneIndexes.collection);

  return {
    /** Identities, among those of these objects, that a sync leaves alone as long as the object is the same. */
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

    /** Notes that a document was deleted, where it is one that leaves a tombstone. */
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

    /** Documents of these identities are shown: whatever was deleted before is back. */
    async clear(
      { syncTombstones: namespace }: Tombstoned,
      identities: readonly string[],
      session: ClientSession,
    ): Promise<void> {
      if (namespace === undefined) return;
      const ids = identities.map((identity) => rowId(namespace, identity));
      await rows.deleteMany({ _id: { $in: ids } }, { session });
    },

    /** Forgets those of namespaces that no collection names. */
    async removeOf(namespaces: readonly string[]): Promise<void> {
      await rows.deleteMany({ namespace: { $in: [...namespaces] } });
    },
  };
}

export type SyncTombstoneStore = ReturnType<typeof createSyncTombstoneStore>;

/** Whether a sync has to know that a caller has deleted the document; attachments go with their file. */
export function leavesTombstone({ syncId, identity }: Pick<DocumentRow, 'syncId' | 'identity'>): boolean {
  return syncId !== null && !isPartIdentity(identity);
}

const rowId = (namespace: string, identity: string) =>
  `${namespace}/${createHash('sha256').update(identity).digest('hex')}`;
