import { type Stores } from '../../stores';
import { type CollectionRow } from '../../stores/documents/contents/collections';
import { type CollectionView } from '../../stores/documents/contents/documents-visible';
import { type SearchIndex } from '../../stores/documents/search-index';
import { SearchIndexMissing } from '../../stores/elastic/search-unavailable';

interface SearchedQuery {
  collection: CollectionRow;
  view: CollectionView;
}

/** Tells namespaces that hold nothing, and so may have no index, from those whose index is missing. */
export interface SearchedNamespaces {
  /** Namespaces of a view, without those that are known to be empty. */
  of(query: SearchedQuery): string[];
  /**
   * For a search that has not gone through the indexes of all namespaces.
   *
   * @throws SearchIndexMissing where one of them holds chunks
   */
  require(query: SearchedQuery): Promise<void>;
}

/** What the row of a collection shows never changes, so that it is known by the row. */
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
