import { filtersOf, type SearchDraft, withoutFilters } from './search-draft';

/** Answer without hits: what it was asked for, and the ways on. */
export function NoHits(props: { draft: SearchDraft; onDraft: (draft: SearchDraft) => void }) {
  const { draft, onDraft } = props;
  const query = draft.query.trim();
  const isFiltered = draft.filter.trim() !== '' || Object.keys(filtersOf(draft)).length > 0;
  return (
    <div className="no-hits">
      <h2>{query === '' ? 'No record passes the filters' : `No hits for “${query}”`}</h2>
      <p className="hint">
        {isFiltered
          ? 'Records have to pass the filters as well.'
          : 'No record has one of the words, or one that is near to them in meaning.'}
        {draft.typo === 'off' && ' Typos are not allowed in this search.'}
      </p>
      <div className="actions">
        {isFiltered && (
          <button
            type="button"
            className="primary"
            onClick={() => {
              onDraft(withoutFilters(draft));
            }}
          >
            Search without the filters
          </button>
        )}
        {draft.typo === 'off' && (
          <button
            type="button"
            onClick={() => {
              onDraft({ ...draft, typo: 'auto' });
            }}
          >
            Allow typos
          </button>
        )}
        {query !== '' && (
          <button
            type="button"
            onClick={() => {
              onDraft({ ...draft, query: '' });
            }}
          >
            Show all records
          </button>
        )}
      </div>
    </div>
  );
}
