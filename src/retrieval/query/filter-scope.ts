import { type estypes } from '@elastic/elasticsearch';
import { type QuerySettings } from '../../domain/documents/query';
import { type CollectionView } from '../../stores/documents/contents/documents-visible';
import { visibleRows } from '../../stores/documents/search-index';
import { type MetadataFilter, toSearchFilter } from '../filter';

export type SearchQuery = NonNullable<estypes.QueryDslQueryContainer>;

/** Fields of the search index with tokens of metadata. */
export type TokenField = 'meta' | 'document_meta';

/**
 * A condition on metadata in a view: layers that show metadata of chunks use it, other layers only that of
 * the document.
 */
export function inView(view: CollectionView, condition: (tokens: TokenField) => SearchQuery): SearchQuery {
  const namespaces = [...new Set(view.map(({ namespace }) => namespace))];
  const withGraph = namespaces.filter((one) =>
    view.some(({ namespace, graph }) => namespace === one && graph),
  );
  if (withGraph.length === namespaces.length) return condition('meta');
  if (withGraph.length === 0) return condition('document_meta');
  const without = namespaces.filter((namespace) => !withGraph.includes(namespace));
  const within = (some: string[], query: SearchQuery): SearchQuery => ({
    bool: { filter: [{ terms: { namespace: some } }, query] },
  });
  const should = [within(withGraph, condition('meta')), within(without, condition('document_meta'))];
  return { bool: { should, minimum_should_match: 1 } };
}

/** The rows of a collection that a query may find, as conditions that all apply. */
export function filterScope(
  view: CollectionView,
  { includeArchived, excludeChunkTypes }: Pick<QuerySettings, 'includeArchived' | 'excludeChunkTypes'>,
  filter: MetadataFilter | null,
): SearchQuery[] {
  return [
    visibleRows(view),
    ...(includeArchived ? [] : [{ term: { archived: false } }]),
    ...(excludeChunkTypes.length === 0
      ? []
      : [{ bool: { must_not: [{ terms: { chunk_type: excludeChunkTypes } }] } }]),
    ...(filter === null ? [] : [inView(view, (tokens) => toSearchFilter(filter, tokens))]),
  ];
}
