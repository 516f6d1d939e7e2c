import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Client } from '@elastic/elasticsearch';
import { type Db } from 'mongodb';

/** Bytes on disk of collections in MongoDB, rows and indexes together, by collection. */
export async function mongoBytes(db: Db): Promise<Record<string, number>> {
  // Storage is counted as it is at the last checkpoint.
  await db.admin().command({ fsync: 1 });
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const sizes: Record<string, number> = {};
  for (const name of names) {
    const [stats] = await db
      .collection(name)
      .aggregate<{ storageStats: { totalSize: number } }>([{ $collStats: { storageStats: {} } }])
      .toArray();
    sizes[name] = stats?.storageStats.totalSize ?? 0;
  }
  return sizes;
}

/** Bytes on disk of the indexes of Elasticsearch whose names fit, deleted rows that are not merged yet included. */
export async function elasticBytes(client: Client, names: string): Promise<number> {
  await client.indices.flush({ index: names, allow_no_indices: true });
  const { _all: all } = await client.indices.stats({ index: names, metric: 'store' });
  return all.total?.store?.size_in_bytes ?? 0;
}

/** Bytes of all files below a folder. */
export function folderBytes(folder: string): number {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names.reduce(
    (sum, entry) => sum + (entry.isFile() ? statSync(join(entry.parentPath, entry.name)).size : 0),
    0,
  );
}
