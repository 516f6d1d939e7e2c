import { checkFilterSyntax } from '../../../src/product-search';
import { readingFilter } from '../../../src/services/products/search/query';
import { type NewKeyBody } from './schema';

/**
 * Checks the filter of a key. Whether its fields are there is seen in each index that the key searches.
 *
 * @throws Refusal `FILTER_INVALID`
 */
export function checkKeyFilter({ filter }: Pick<NewKeyBody, 'filter'>): void {
  if (filter == null) return;
  readingFilter('filter', () => {
    checkFilterSyntax(filter);
  });
}
