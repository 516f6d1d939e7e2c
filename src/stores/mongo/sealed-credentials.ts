import { type Collection } from 'mongodb';
import { type SealedRows } from './sealed-rows';

/** A row with sealed credentials until its job ends. */
export interface CredentialsRow {
  _id: string;
  credentials?: string | null;
}

/** Creates the access to sealed credentials for a change of keys. */
export function sealedCredentials(rows: Collection<CredentialsRow>): SealedRows {
  return sealedTexts(rows, 'credentials');
}

/**
 * Creates the access to sealed texts of a collection, one in each row.
 *
 * @param path field of the text; null or absent in rows without one
 */
export function sealedTexts<T extends { _id: string }>(collection: Collection<T>, path: string): SealedRows {
  const rows = collection as unknown as Collection<{ _id: string }>;
  return {
    async listSealed(after, limit) {
      const found = await rows
        .find<{ _id: string; sealed: string }>(
          { [path]: { $type: 'string' }, ...(after === null ? {} : { _id: { $gt: after } }) },
          { projection: { sealed: `$${path}` } },
        )
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id, sealed }) => ({ _id, sealed: [sealed] }));
    },

    async replaceSealed(id, { from, to }) {
      await rows.updateOne({ _id: id, [path]: from }, { $set: { [path]: to } });
    },
  };
}
