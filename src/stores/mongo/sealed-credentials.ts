import { type Collection } from 'mongodb';
import { type SealedRows } from './sealed-rows';

/** A row whose credentials are sealed for as long as its job has not ended. */
export interface CredentialsRow {
  _id: string;
  credentials?: string | null;
}

/** Sealed credentials of the rows of a collection. */
export function sealedCredentials(rows: Collection<CredentialsRow>): SealedRows {
  return {
    async listSealed(after, limit) {
      const found = await rows
        .find(
          { credentials: { $type: 'string' }, ...(after === null ? {} : { _id: { $gt: after } }) },
          { projection: { credentials: 1 } },
        )
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id, credentials }) => ({ _id, sealed: credentials == null ? [] : [credentials] }));
    },

    async replaceSealed(id, { from, to }) {
      await rows.updateOne({ _id: id, credentials: from }, { $set: { credentials: to } });
    },
  };
}
