import { type estypes } from '@elastic/elasticsearch';
import { type CollectionView } from '../contents/documents-visible';

/**
 * The search index's filter for the chunks that a view shows, the twin of `visibleDocuments`. The index
 * proposes: it may be a moment behind, so that what it finds has to be confirmed by `searchHits.read`. It
 * never leaves out what is visible and was published before the last refresh.
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
