import { type Db, MongoBulkWriteError } from 'mongodb';
import { duplicateKeyCode } from '../mongo/mongo';
import { productBuildIndexes, type ProductBuildRow } from './product-builds';

/** A group of one build. */
interface RecordGroupRow {
  /** `<build>/<group key>`. */
  _id: string;
  /** Number of the group in the build, from 0. */
  number: number;
}

const groupId = (buildId: string, key: string): string => `${buildId}/${key}`;
/** Range of the ids of the groups of a build; `0` is the character after the slash. */
const ofBuild = (buildId: string) => ({ _id: { $gt: `${buildId}/`, $lt: `${buildId}0` } });

/** Creates the store of group numbers. A group keeps its number as long as its build exists. */
export function createRecordGroupStore(db: Db) {
  const rows = db.collection<RecordGroupRow>('product_groups');
  const builds = db.collection<ProductBuildRow>(productBuildIndexes.collection);

  async function known(buildId: string, keys: readonly string[]): Promise<Map<string, number>> {
    const ids = keys.map((key) => groupId(buildId, key));
    const found = await rows.find({ _id: { $in: ids } }).toArray();
    return new Map(found.map(({ _id, number }) => [_id.slice(buildId.length + 1), number]));
  }

  /** Reserves numbers; unused ones are lost. */
  async function takeNumbers(buildId: string, count: number): Promise<number | null> {
    const build = await builds.findOneAndUpdate(
      { _id: buildId },
      { $inc: { groupNumbers: count } },
      { returnDocument: 'after', projection: { groupNumbers: 1 } },
    );
    return build === null ? null : build.groupNumbers! - count;
  }

  return {
    /**
     * Numbers of groups by key; new groups get the next ones. Concurrent calls get the same number for a key.
     * Empty for a removed build.
     */
    async numbersOf(buildId: string, keys: readonly string[]): Promise<Map<string, number>> {
      const wanted = [...new Set(keys)];
      const numbers = await known(buildId, wanted);
      const fresh = wanted.filter((key) => !numbers.has(key));
      if (fresh.length === 0) return numbers;
      const first = await takeNumbers(buildId, fresh.length);
      if (first === null) return new Map();
      const groups = fresh.map((key, place) => ({ _id: groupId(buildId, key), number: first + place }));
      try {
        await rows.insertMany(groups, { ordered: false });
        for (const [place, key] of fresh.entries()) numbers.set(key, first + place);
        return numbers;
      } catch (error) {
        if (!isOnlyDuplicates(error)) throw error;
        return await known(buildId, wanted);
      }
    },

    /** Number of groups of a build. */
    count: (buildId: string): Promise<number> => rows.countDocuments(ofBuild(buildId)),

    async removeOf(buildId: string): Promise<void> {
      await rows.deleteMany(ofBuild(buildId));
    },
  };
}

/** Whether all failed writes are duplicates from another attempt. */
function isOnlyDuplicates(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError)) return false;
  const failed = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
  return failed.length > 0 && failed.every(({ code }) => code === duplicateKeyCode);
}
