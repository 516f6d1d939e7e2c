import { type estypes } from '@elastic/elasticsearch';
import { type CollectionView } from '../contents/documents-visible';

/**
 * The search index's filter for the chunks that a view shows; `visibleDocuments` is the same for MongoDB. The
 * index may lag, so that `searchHits.read` has to confirm its hits. It never excludes rows that are visible
 * and were published before the last refresh.
 */
export function visibleRows(view: CollectionView): NonNullable<estypes.QueryDslQueryContainer> {
  return {
    bool: {
      should: view.map(({ namespace, asOf, hidden }) => ({
        bool: {
          filter: [{ term: { namespace } }, { range: { added: { lte: asOf } } }],
          must_not: [
            { range: { removed: { lte: asOf } } },
            ...(hidden.document.length > 0 ? [{ terms: { document: hidden.document } }] : []),
          ],
        },
      })),
      minimum_should_match: 1,
    },
  };
}
