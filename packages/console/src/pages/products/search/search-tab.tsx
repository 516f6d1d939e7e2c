import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useSheaf } from '../../../data/data-provider';
import { Fault } from '../../../parts/fault';
import { formatCount, formatMilliseconds, formatThings } from '../../../parts/format';
import { useIndex } from '../index/index-scope';
import { useSettings } from '../settings/use-settings';
import { FacetPanel } from './facet-panel';
import { Hit } from './hit';
import { SearchForm } from './search-form';
import { SearchNotes } from './search-notes';
import { addressOf, type AskedSearch, readSearch } from './search-address';
import { searchBodyOf, toggled } from './search-draft';
import './search.css';

/**
 * Tab that searches the served build of an index and explains the ranks of hits. Each search is an entry of
 * the browser's history.
 */
export function SearchTab() {
  const { name, build } = useIndex();
  const sheaf = useSheaf();
  const settings = useSettings(name);
  const [params, setParams] = useSearchParams();
  const asked = useMemo(() => readSearch(params), [params]);
  const ask = (search: AskedSearch) => {
    setParams(addressOf(search));
  };
  const search = useQuery({
    queryKey: ['product-search', name, asked, build?.id],
    queryFn: ({ signal }) =>
      sheaf.post('/v1/indexes/{index}/search', {
        params: { path: { index: name } },
        body: searchBodyOf(asked.draft, asked.page),
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: build !== null,
  });
  if (build === null)
    return <p className="empty">Nothing is served yet. Drop a file of records, then build the index.</p>;
  const answer = search.data;
  const tick = (facet: string, value: string | number | boolean) => {
    ask({ draft: { ...asked.draft, ticked: toggled(asked.draft.ticked, facet, value) }, page: 0 });
  };
  return (
    <div className="stack">
      <SearchForm
        fields={settings.data?.served?.fields ?? {}}
        asked={asked.draft}
        error={search.error}
        onSearch={(draft) => {
          ask({ draft: { ...draft, ticked: asked.draft.ticked }, page: 0 });
        }}
      />
      {search.error !== null && <Fault error={search.error} retry={() => void search.refetch()} />}
      {answer !== undefined && (
        <div className="search-page" aria-busy={search.isFetching}>
          <FacetPanel answer={answer} ticked={asked.draft.ticked} onTick={tick} />
          <section aria-label="Hits">
            <p role="status">
              {formatThings(answer.total, answer.total === answer.total_records ? 'record' : 'group')}
              {answer.total !== answer.total_records && ` of ${formatThings(answer.total_records, 'record')}`}
              {!answer.total_exact && ' (an estimate)'}
              {partialText(answer.partial)} · {formatMilliseconds(answer.timing.total_ms)}
            </p>
            <SearchNotes answer={answer} />
            <ol className="hits" start={answer.page.number * answer.page.per_page + 1}>
              {answer.hits.map((hit) => (
                <Hit key={hit.id} hit={hit} />
              ))}
            </ol>
            <Pager
              number={asked.page}
              hasMore={answer.page.has_more}
              onPage={(page) => {
                ask({ ...asked, page });
              }}
            />
          </section>
        </div>
      )}
    </div>
  );
}

/** How many records that lack words follow; empty where none do, or where the page ends before them. */
const partialText = (partial: number | null): string =>
  partial === null || partial === 0 ? '' : `, then ${formatCount(partial)} that lack words`;

function Pager(props: { number: number; hasMore: boolean; onPage: (page: number) => void }) {
  const { number, hasMore, onPage } = props;
  return (
    <p className="actions">
      <button
        type="button"
        disabled={number === 0}
        onClick={() => {
          onPage(number - 1);
        }}
      >
        Earlier hits
      </button>
      Page {formatCount(number + 1)}
      <button
        type="button"
        disabled={!hasMore}
        onClick={() => {
          onPage(number + 1);
        }}
      >
        Further hits
      </button>
    </p>
  );
}
