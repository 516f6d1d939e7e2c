import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Client } from '@elastic/elasticsearch';
import { type Db } from 'mongodb';

/**
 * Bytes on disk of collections in MongoDB, rows and indexes together, by collection. Room that removed rows have
 * left in the files is not counted.
 */
export async function mongoBytes(db: Db): Promise<Record<string, number>> {
  // Storage is counted as it is at the last checkpoint.
  await db.admin().command({ fsync: 1 });
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const sizes: Record<string, number> = {};
  for (const name of names) {
    const [stats] = await db
      .collection(name)
      .aggregate<{ storageStats: StorageStats }>([{ $collStats: { storageStats: {} } }])
      .toArray();
    sizes[name] = stats === undefined ? 0 : usedBytes(stats.storageStats);
  }
  return sizes;
}

/** Sizes of a collection: its files, and the room in them that may be written again. */
interface StorageStats {
  totalSize: number;
  freeStorageSize: number;
  indexDetails: Record<string, { 'block-manager'?: { 'file bytes available for reuse'?: number } }>;
}

function usedBytes({ totalSize, freeStorageSize, indexDetails }: StorageStats): number {
  const freeInIndexes = Object.values(indexDetails).map(
    (index) => index['block-manager']?.['file bytes available for reuse'] ?? 0,
  );
  return totalSize - freeStorageSize - freeInIndexes.reduce((sum, bytes) => sum + bytes, 0);
}

/** Rows of a store and the bytes on disk that they take. */
export interface StoredRows {
  bytes: number;
  rows: number;
}

/**
 * Bytes on disk of indexes of Elasticsearch, and their rows; deleted rows that are not merged yet are in the bytes.
 *
 * @param index names with wildcards
 */
export async function elasticBytes(client: Client, index: string): Promise<StoredRows> {
  await client.indices.flush({ index, allow_no_indices: true });
  const { _all: all } = await client.indices.stats({ index, metric: ['store', 'docs'] });
  return { bytes: all.total?.store?.size_in_bytes ?? 0, rows: all.total?.docs?.count ?? 0 };
}

/** Bytes of all files below a folder. */
export function folderBytes(folder: string): number {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names.reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}
