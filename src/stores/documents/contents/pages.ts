import { type Db } from 'mongodb';
import { type PageContent } from '../../../domain/documents/document';
import { type CollectionIndexes } from '../../mongo/collection-indexes';

export interface PageRow extends PageContent {
  /** `<versionId>:<page>` */
  _id: string;
  versionId: string;
}

export const pageIndexes: CollectionIndexes = {
  collection: 'pages',
  indexes: [{ key: { versionId: 1, page: 1 }, unique: true }],
};

/** Creates the reads of pages; callers give the visible version. */
export function createPageStore(db: Db) {
  const rows = db.collection<PageRow>(pageIndexes.collection);

  return {
    get: (versionId: string, page: number): Promise<PageRow | null> =>
      rows.findOne({ _id: `${versionId}:${page}` }),

    /** Whether a version has pages. */
    async has(versionId: string): Promise<boolean> {
      return (await rows.findOne({ versionId }, { projection: { _id: 1 } })) !== null;
    },

    /** Pages from number `from`, in order. */
    list: (versionId: string, from: number, limit: number): Promise<PageRow[]> =>
      rows
        .find({ versionId, page: { $gte: from } })
        .sort({ page: 1 })
        .limit(limit)
        .toArray(),
  };
}
