import { type Db } from 'mongodb';
import { type ProductIndexRow, productIndexIndexes } from '../product-indexes';

/** Counts of answers of an index that left without an entry in the audit log. */
export function createAuditFailureStore(db: Db) {
  const rows = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  return {
    async add(indexId: string, count: number): Promise<void> {
      await rows.updateOne({ _id: indexId }, { $inc: { auditFailures: count } });
    },
  };
}
