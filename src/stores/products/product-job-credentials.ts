import { type Collection } from 'mongodb';
import { type SealedRows } from '../mongo/sealed-rows';
import { type ProductJobRow } from './product-jobs';

/** Sealed credentials of imports that have not ended. */
export function productJobCredentials(rows: Collection<ProductJobRow>): SealedRows {
  return {
    async listSealed(after, limit) {
      const jobs = await rows
        .find(
          { credentials: { $type: 'string' }, ...(after === null ? {} : { _id: { $gt: after } }) },
          { projection: { credentials: 1 } },
        )
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return jobs.map(({ _id, credentials }) => ({
        _id,
        sealed: credentials === undefined ? [] : [credentials],
      }));
    },

    async replaceSealed(jobId, { from, to }) {
      await rows.updateOne({ _id: jobId, credentials: from }, { $set: { credentials: to } });
    },
  };
}
