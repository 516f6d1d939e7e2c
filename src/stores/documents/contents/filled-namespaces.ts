import { type Db } from 'mongodb';
import { chunkIndexes, type ChunkRow } from './chunks';
import { documentIndexes, type DocumentRow } from './documents';
import { namespaceIndexes, type NamespaceRow } from './namespaces';
import { sharedIndexOf } from '../search-index/namespace-alias';

/** Open versions that are checked with one read. */
const versionsMax = 1_000;

/** Creates the check for namespaces with chunks, whose search index must exist. */
export function createFilledNamespaces(db: Db) {
  const documents = db.collection<DocumentRow>(documentIndexes.collection);
  const chunks = db.collection<ChunkRow>(chunkIndexes.collection);
  const namespaces = db.collection<NamespaceRow>(namespaceIndexes.collection);

  return {
    /** The given namespaces that contain chunks of a published version. */
    async of(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      return documents.distinct('namespace', { namespace: { $in: [...ids] }, chunkCount: { $gt: 0 } });
    },

    /** The given namespaces that contain any version, published or not. */
    async usedOf(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      return documents.distinct('namespace', { namespace: { $in: [...ids] }, purging: { $ne: true } });
    },

    /** Whether MongoDB has chunks for the index of a namespace, those of unpublished versions included. */
    async fillsIndex(namespace: string): Promise<boolean> {
      const sharedIndex = sharedIndexOf(namespace);
      const those = sharedIndex === null ? [namespace] : await namespaces.distinct('_id', { sharedIndex });
      const inThem = { namespace: { $in: those }, purging: { $ne: true } } as const;
      if (
        (await documents.findOne({ ...inThem, chunkCount: { $gt: 0 } }, { projection: { _id: 1 } })) !== null
      )
        return true;
      for (let after: string | null = null; ;) {
        const open: { _id: string }[] = await documents
          .find(
            { ...inThem, added: null, ...(after !== null && { _id: { $gt: after } }) },
            { projection: { _id: 1 } },
          )
          .sort({ _id: 1 })
          .limit(versionsMax)
          .toArray();
        const versionId = { $in: open.map(({ _id }) => _id) };
        if ((await chunks.findOne({ versionId }, { projection: { _id: 1 } })) !== null) return true;
        if (open.length < versionsMax) return false;
        after = open.at(-1)!._id;
      }
    },
  };
}

export type FilledNamespaces = ReturnType<typeof createFilledNamespaces>;
