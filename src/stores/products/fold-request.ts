import { randomUUID } from 'node:crypto';
import { type ProductIndexRow } from './product-index-row';

/** Fields of an index's row that request a folding pass over all its records. */
export const foldAll = (): Required<Pick<ProductIndexRow, 'foldAfter' | 'foldRequest'>> => ({
  foldAfter: '',
  foldRequest: randomUUID(),
});
