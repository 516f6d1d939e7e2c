import { type Db } from 'mongodb';
import { type ProductIndexRow, productIndexIndexes } from '../product-indexes';

/** Creates the count of answers of an index that were sent without an audit entry. */
export function createAuditFailureStore(db: Db) {
  const rows = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  return {
    async add(indexId: string, count: number): Promise<void> {
      await rows.updateOne({ _id: indexId }, { $inc: { auditFailures: count } });
    },
  };
}
