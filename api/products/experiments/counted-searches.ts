import { createShopperHash, timeOfQuery } from '../../../src/product-search';
import { type ApiDeps } from '../../deps';
import { type SearchBody } from '../search/schema';
import { type ServedIndex } from '../search/served-indexes';

/** Counts an answered search in the groups of its shopper. */
export type CountSearch = (
  served: ServedIndex,
  asked: Pick<SearchBody, 'user_token'>,
  isEmpty: boolean,
) => void;

/** Creates the function that counts searches of experiments. */
export function createCountedSearches({
  config,
  searchCounter,
}: Pick<ApiDeps, 'config' | 'searchCounter'>): CountSearch {
  const hashOf = createShopperHash(Buffer.from(config.SIGNING_KEY, 'base64'));
  return ({ queryId, row, counted: { indexId, groups } }, { user_token: userToken }, isEmpty) => {
    if (groups.length === 0 || userToken === undefined) return;
    const { organizationId, environment } = row;
    const search = { organizationId, environment, indexId, groups, isEmpty };
    const searchedAt = timeOfQuery(queryId);
    searchCounter.count({ ...search, searchedAt, shopper: hashOf(indexId, userToken) });
  };
}
