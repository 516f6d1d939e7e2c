import { type Db } from 'mongodb';
import { type BuildStageName } from '../../domain/products/product-job';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { lightWrite } from '../mongo/light-write';
import { isDuplicateKey } from '../mongo/mongo';

/** A range of records in one stage of a build. */
export interface BuildPart {
  jobId: string;
  stage: BuildStageName;
  /** Index of the range. */
  range: number;
}

/** Progress of a range, or of a stage as a whole. */
export interface PartProgress {
  /** Records that are done. */
  count: number;
  /** Results other than records. */
  items: number;
  /** Records among the done ones that the search engine has refused. */
  refused: number;
}

interface BuildPartRow extends BuildPart, PartProgress {
  _id: string;
  isDone: boolean;
}

export const buildPartIndexes: CollectionIndexes = {
  collection: 'product_build_parts',
  indexes: [{ key: { jobId: 1, stage: 1 } }],
};

const partId = ({ jobId, stage, range }: BuildPart): string => `${jobId}/${stage}/${range}`;

/** Creates the store of the progress of ranges, so that a repeated range is counted once. */
export function createBuildPartStore(db: Db) {
  const rows = db.collection<BuildPartRow>(buildPartIndexes.collection);

  return {
    /** Saves the progress of a range. A range that is done stays done. */
    async saveProgress(
      part: BuildPart,
      { count, items = 0, refused = 0 }: Pick<PartProgress, 'count'> & Partial<PartProgress>,
      isDone: boolean,
    ): Promise<void> {
      await rows
        .updateOne(
          { _id: partId(part), ...(isDone ? {} : { isDone: { $ne: true } }) },
          { $set: { count, items, refused, isDone }, $setOnInsert: { ...part } },
          { upsert: true, ...(isDone ? {} : { writeConcern: lightWrite }) },
        )
        .catch((error: unknown) => {
          // The upsert of a late progress collides with the row that is done.
          if (isDone || !isDuplicateKey(error)) throw error;
        });
    },

    /** Progress of a stage over all ranges. */
    async progress(jobId: string, stage: BuildStageName): Promise<PartProgress> {
      const parts = await rows.find({ jobId, stage }).toArray();
      const sum = (member: keyof PartProgress) => parts.reduce((total, part) => total + part[member], 0);
      return { count: sum('count'), items: sum('items'), refused: sum('refused') };
    },

    async removeOf(jobId: string): Promise<void> {
      await rows.deleteMany({ jobId });
    },
  };
}
