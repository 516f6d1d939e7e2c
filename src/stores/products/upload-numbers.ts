import { type Db } from 'mongodb';
import { LRUCache } from 'lru-cache';
import { type StagedUploadRow, stagedUploadIndexes } from './staged-uploads';

const rememberedMax = 10_000;

/**
 * Creates a read of the sequence numbers of committed uploads. Numbers never change, so that each is read
 * once.
 *
 * @returns a function that returns a map without unknown and uncommitted uploads
 */
export function createUploadNumbers(db: Db) {
  const rows = db.collection<StagedUploadRow>(stagedUploadIndexes.collection);
  const known = new LRUCache<string, number>({ max: rememberedMax });

  return async (uploadIds: readonly string[]): Promise<Map<string, number>> => {
    const numbers = new Map<string, number>();
    const unknown = new Set<string>();
    for (const uploadId of uploadIds) {
      if (numbers.has(uploadId) || unknown.has(uploadId)) continue;
      const seq = known.get(uploadId);
      if (seq === undefined) unknown.add(uploadId);
      else numbers.set(uploadId, seq);
    }
    if (unknown.size === 0) return numbers;
    const found = await rows
      .find({ _id: { $in: [...unknown] }, seq: { $ne: null } }, { projection: { seq: 1 } })
      .toArray();
    for (const { _id, seq } of found) {
      known.set(_id, seq!);
      numbers.set(_id, seq!);
    }
    return numbers;
  };
}
