import { randomUUID } from 'node:crypto';
import { type ProductIndexRow } from './product-indexes';

/** Members of the row of an index that ask for a pass of folding over all its records. */
export const foldAll = (): Required<Pick<ProductIndexRow, 'foldAfter' | 'foldRequest'>> => ({
  foldAfter: '',
  foldRequest: randomUUID(),
});
