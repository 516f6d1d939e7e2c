import { type Client } from '@elastic/elasticsearch';
import { type Db } from 'mongodb';
import { type ProductIndexRow } from './product-index-row';
import { productIndexIndexes } from './product-indexes';
import { writeAlias } from './physical-index';

/** Finds indexes of product search whose served build is missing in the search engine. */
export async function findMissingBuilds(db: Db, client: Client): Promise<ProductIndexRow[]> {
  const rows = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  const found = await client.indices.getAlias({ name: writeAlias('*') });
  const missing: ProductIndexRow[] = [];
  for await (const row of rows.find({ served: { $ne: null }, isDeleting: false }))
    if (found[row.served!.physical] === undefined) missing.push(row);
  return missing;
}
