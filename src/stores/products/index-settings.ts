import { type Db } from 'mongodb';
import { type ObjectSettings } from '../../domain/products/settings';
import { type ProductIndexRow } from './product-index-row';
import { productIndexIndexes } from './product-indexes';
import { type ProductJobRow } from './product-job-kind';
import { productJobIndexes } from './product-jobs';

/** Creates the store of settings, which are part of the rows of indexes. */
export function createIndexSettingsStore(db: Db) {
  const indexes = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  const jobs = db.collection<ProductJobRow>(productJobIndexes.collection);

  return {
    /**
     * Replaces the settings of an index if their version is unchanged.
     *
     * @returns the row afterwards; null when they were changed meanwhile, or the index is being deleted
     */
    async replace(
      { _id, settingsVersion }: Pick<ProductIndexRow, '_id' | 'settingsVersion'>,
      settings: ObjectSettings,
    ): Promise<ProductIndexRow | null> {
      return indexes.findOneAndUpdate(
        { _id, settingsVersion, isDeleting: false },
        { $set: { settings: JSON.stringify(settings) }, $inc: { settingsVersion: 1 } },
        { returnDocument: 'after' },
      );
    },

    /** Duration of the last full build of an index in milliseconds; null before the first. */
    async lastBuildMs(index: ProductIndexRow): Promise<number | null> {
      const { organizationId, environment, name: indexName, _id: indexId } = index;
      const job = await jobs.findOne(
        {
          organizationId,
          environment,
          indexName,
          indexId,
          type: 'index.build',
          isRollback: false,
          state: 'succeeded',
        },
        { sort: { _id: -1 }, projection: { startedAt: 1, finishedAt: 1 } },
      );
      return job === null ? null : job.finishedAt!.getTime() - job.startedAt!.getTime();
    },
  };
}
