import { parseMetadataFilter, toSearchFilter } from '../../src/retrieval';
import { type CollectionRow } from '../../src/stores/documents/contents/collections';
import { visibleRows } from '../../src/stores/documents/search-index';
import { type TestApi } from './api';

/** Ids of the chunks that the search index finds for a filter, in a collection as it stands. */
export async function foundChunks(
  { stores, search }: Pick<TestApi, 'stores' | 'search'>,
  collection: CollectionRow,
  filter: object,
): Promise<string[]> {
  const view = await stores.documents.view(collection);
  const parsed = parseMetadataFilter(filter);
  const should = view.map((window) => ({
    bool: {
      filter: [visibleRows([window]), toSearchFilter(parsed, window.graph ? 'meta' : 'document_meta')],
    },
  }));
  const namespaces = view.map(({ namespace }) => namespace);
  const query = { bool: { should, minimum_should_match: 1 } };
  const { hits } = await search.search<{ version: string; document: string; index: number }>(namespaces, {
    query,
    size: 1_000,
  });
  const proposed = hits.hits.map(({ _id, _source }) => ({ id: _id!, versionId: _source!.version }));
  const confirmed = await stores.searchHits.read(collection, proposed);
  return hits.hits
    .filter(({ _id }) => confirmed.has(_id!))
    .map(({ _source }) => `${_source!.document}:${_source!.index}`)
    .sort();
}
