import { type Client } from '@elastic/elasticsearch';
import { type Db } from 'mongodb';
import { productIndexIndexes, type ProductIndexRow } from './product-indexes';
import { writeAlias } from './physical-index';

/** Creates the search for indexes whose served build is missing in the search engine. */
export function createFindMissingBuilds(db: Db, client: Client) {
  const rows = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  return async (): Promise<ProductIndexRow[]> => {
    const found = await client.indices.getAlias({ name: writeAlias('*') });
    const missing: ProductIndexRow[] = [];
    for await (const row of rows.find({ served: { $ne: null }, isDeleting: false }))
      if (found[row.served!.physical] === undefined) missing.push(row);
    return missing;
  };
}
