import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSheaf } from '../../../data/data-provider';
import { useSettled } from '../../../data/use-settled';
import { type SearchDraft, filtersOf } from './search-draft';

const suggestionsMax = 5;
const recordsMax = 4;

/**
 * Queries that the typed one may become, and the best records for it, among those that pass the selected
 * facets and the filter of the last search. Nothing is read while `isOpen` is false.
 */
export function useTypeahead(options: { index: string; typed: string; asked: SearchDraft; isOpen: boolean }) {
  const { index, typed, asked, isOpen } = options;
  const sheaf = useSheaf();
  const query = useSettled(typed);
  const filters = filtersOf(asked);
  const read = useQuery({
    queryKey: ['product-typeahead', index, query, filters, asked.filter, asked.typo],
    async queryFn({ signal }) {
      const params = { path: { index } };
      const body = {
        query,
        filters,
        typo: asked.typo,
        ...(asked.filter.trim() !== '' && { filter: asked.filter }),
      };
      const [suggested, found] = await Promise.all([
        sheaf.post('/v1/indexes/{index}/suggestions', {
          params,
          body: { ...body, k: suggestionsMax },
          signal,
        }),
        sheaf.post('/v1/indexes/{index}/typeahead', { params, body: { ...body, k: recordsMax }, signal }),
      ]);
      return { queries: suggested.suggestions.map(({ query: text }) => text), records: found.hits };
    },
    placeholderData: keepPreviousData,
    // Typing goes on: what fails for one beginning is not tried again.
    retry: false,
    enabled: isOpen && query.trim() !== '',
  });
  return isOpen && typed.trim() !== '' ? read.data : undefined;
}
