import { type Client } from '@elastic/elasticsearch';
import { namespaceAlias } from './namespace-alias';
import { type Refresh } from '../../elastic/bulk';
import { type IndexedChunk } from './chunk-row';
import { createIndex, firstIndexOf } from './make-index';

/** Writes rows through an alias. */
type WriteRows = (
  alias: string,
  rows: readonly { id: string; row: IndexedChunk }[],
  refresh: Refresh,
) => Promise<void>;

/** Alias of an index during its rebuild, which searches and other writers do not use. */
const rebuildAlias = (namespace: string) => `${namespaceAlias(namespace)}-rebuild`;

/** Creates the rebuild of lost indexes. Rows of an interrupted rebuild stay. */
export function createIndexRebuilding(
  client: Client,
  options: { refreshInterval?: string },
  writeRows: WriteRows,
) {
  return {
    /** Creates an index that only {@link writeRebuilt} uses. @throws NoRoomForIndex */
    async beginRebuild(namespace: string, dimensions: number): Promise<void> {
      const index = firstIndexOf(namespace);
      await createIndex(client, namespace, { dimensions, ...options });
      await client.cluster.health({ index, wait_for_status: 'yellow' });
      const alias = rebuildAlias(namespace);
      await client.indices.updateAliases({ actions: [{ add: { index, alias, is_write_index: true } }] });
    },

    /** Revisions of the rows in the unfinished index, by id. */
    async rebuiltRevisions(namespace: string, ids: readonly string[]): Promise<Map<string, number>> {
      const { docs } = await client.mget<{ revision: number }>({
        index: rebuildAlias(namespace),
        ids: [...ids],
        _source_includes: ['revision'],
      });
      return new Map(
        docs.flatMap((doc) => {
          if ('error' in doc) throw new Error(`a row could not be read: ${doc.error.type}`);
          return doc.found ? [[doc._id, doc._source!.revision] as const] : [];
        }),
      );
    },

    writeRebuilt: (namespace: string, rows: readonly { id: string; row: IndexedChunk }[]): Promise<void> =>
      writeRows(rebuildAlias(namespace), rows, false),

    /** Makes the index available to searches and writers. */
    async endRebuild(namespace: string): Promise<void> {
      const index = firstIndexOf(namespace);
      await client.indices.refresh({ index });
      await client.indices.updateAliases({
        actions: [
          { add: { index, alias: namespaceAlias(namespace), is_write_index: true } },
          { remove: { index, alias: rebuildAlias(namespace) } },
        ],
      });
    },
  };
}
