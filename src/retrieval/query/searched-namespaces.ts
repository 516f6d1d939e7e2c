import { type Stores } from '../../stores';
import { type CollectionRow } from '../../stores/documents/contents/collections';
import { type CollectionView } from '../../stores/documents/contents/documents-visible';
import { type SearchIndex } from '../../stores/documents/search-index';
import { SearchIndexMissing } from '../../stores/elastic/search-unavailable';

interface SearchedQuery {
  collection: CollectionRow;
  view: CollectionView;
}

/** Distinguishes empty namespaces, which may have no index, from those whose index is missing. */
export interface SearchedNamespaces {
  /** Namespaces of a view, without those that are known to be empty. */
  of(query: SearchedQuery): string[];
  /**
   * Checks the namespaces of a search that did not reach all indexes.
   *
   * @throws SearchIndexMissing when one of them contains chunks
   */
  require(query: SearchedQuery): Promise<void>;
}

/**
 * Creates the cache. The content that a row of a collection shows never changes, so that the row is the key.
 */
export function createSearchedNamespaces({
  stores,
  search,
}: {
  stores: Pick<Stores, 'filledNamespaces'>;
  search: Pick<SearchIndex, 'unsearchable'>;
}): SearchedNamespaces {
  const filled = new WeakMap<CollectionRow, string[]>();
  return {
    of: ({ collection, view }) => filled.get(collection) ?? view.map(({ namespace }) => namespace),
    async require({ collection, view }) {
      const found = await stores.filledNamespaces.of(view.map(({ namespace }) => namespace));
      if ((await search.unsearchable(found)).length > 0) throw new SearchIndexMissing();
      if (found.length > 0) filled.set(collection, found);
    },
  };
}
