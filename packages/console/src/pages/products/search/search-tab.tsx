import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useSheaf } from '../../../data/data-provider';
import { Fault } from '../../../parts/fault';
import { useIndex } from '../index/index-scope';
import { useSettings } from '../settings/use-settings';
import { ChosenFilters } from './chosen-filters';
import { SearchAnswer } from './search-answer';
import { SearchForm } from './search-form';
import { addressOf, type AskedSearch, readSearch, type SearchView } from './search-address';
import { type SearchDraft, searchBodyOf } from './search-draft';
import './search.css';

/**
 * Tab that searches the served build of an index and explains the ranks of hits. Each search is an entry of
 * the browser's history; a change of the view is none.
 */
export function SearchTab() {
  const { name, build } = useIndex();
  const sheaf = useSheaf();
  const settings = useSettings(name);
  const [params, setParams] = useSearchParams();
  const asked = useMemo(() => readSearch(params), [params]);
  const { draft, page, view } = asked;
  const ask = (search: Partial<AskedSearch>) => {
    setParams(addressOf({ draft, page: 0, view, ...search }), { flushSync: true });
  };
  const changeDraft = (next: SearchDraft) => {
    ask({ draft: next });
  };
  const changeView = (next: SearchView) => {
    setParams(addressOf({ draft, page, view: next }), { replace: true, flushSync: true });
  };
  const search = useQuery({
    queryKey: ['product-search', name, draft, page, build?.id],
    queryFn: ({ signal }) =>
      sheaf.post('/v1/indexes/{index}/search', {
        params: { path: { index: name } },
        body: searchBodyOf(draft, page),
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: build !== null,
  });
  if (build === null)
    return <p className="empty">Nothing is served yet. Drop a file of records, then build the index.</p>;
  const fields = settings.data?.served?.fields ?? {};
  const answer = search.data;
  return (
    <div className="stack">
      <SearchForm
        index={name}
        fields={fields}
        asked={draft}
        error={search.error}
        onSearch={({ query, filter, prefer, groups, groupBy, constraints, typo, userToken }) => {
          changeDraft({ ...draft, query, filter, prefer, groups, groupBy, constraints, typo, userToken });
        }}
      />
      <ChosenFilters draft={draft} onChange={changeDraft} />
      {search.error !== null && <Fault error={search.error} retry={() => void search.refetch()} />}
      {search.isPending && <p role="status">Searching…</p>}
      {answer !== undefined && (
        <SearchAnswer
          asked={asked}
          answer={answer}
          fields={fields}
          isFetching={search.isFetching}
          onDraft={changeDraft}
          onView={changeView}
          onPage={(number) => {
            ask({ page: number });
          }}
        />
      )}
    </div>
  );
}
