import { type components } from 'sheaf-client';
import { formatCount, formatMilliseconds, formatThings } from '../../../parts/format';
import { withValue } from '../../../parts/with-value';
import { type ProductField } from '../fields/field-rows';
import { FacetPanel } from './facet-panel';
import { HitCard } from './hit-card';
import { HitsToolbar } from './hits-toolbar';
import { faceOf } from './record-faces';
import { type AskedSearch, type SearchView } from './search-address';
import { type SearchDraft, withRange, withToggled } from './search-draft';
import { NoHits } from './no-hits';
import { SearchNotes } from './search-notes';

type Answer = components['schemas']['ProductSearchAnswer'];
type Fields = Readonly<Record<string, ProductField>>;

/** An answer of a search: its facets, beside its hits. */
export function SearchAnswer(props: {
  asked: AskedSearch;
  answer: Answer;
  fields: Fields;
  isFetching: boolean;
  onDraft: (draft: SearchDraft) => void;
  onView: (view: SearchView) => void;
  onPage: (page: number) => void;
}) {
  const { asked, answer, fields, isFetching, onDraft, onView, onPage } = props;
  const { draft, page, view } = asked;
  return (
    <div className="search-page" aria-busy={isFetching}>
      <FacetPanel
        answer={answer}
        fields={fields}
        draft={draft}
        opened={view.opened}
        onTick={(facet, value) => {
          onDraft(withToggled(draft, facet, value));
        }}
        onRange={(facet, range) => {
          onDraft(withRange(draft, facet, range));
        }}
        onOpen={(facet, isOpen) => {
          onView({ ...view, opened: withValue(view.opened, facet, isOpen) });
        }}
      />
      <section aria-label="Hits">
        <div className="hits-head">
          <p role="status">{countsOf(answer)}</p>
          <HitsToolbar
            draft={draft}
            view={view}
            fields={fields}
            onSort={(sort) => {
              onDraft({ ...draft, ...sort });
            }}
            onView={onView}
          />
        </div>
        {answer.hits.length === 0 && page === 0 ? (
          <NoHits draft={draft} onDraft={onDraft} />
        ) : (
          <>
            <SearchNotes answer={answer} />
            <Hits answer={answer} view={view} fields={fields} />
            <Pager number={page} hasMore={answer.page.has_more} onPage={onPage} />
          </>
        )}
      </section>
    </div>
  );
}

function Hits(props: { answer: Answer; view: SearchView; fields: Fields }) {
  const {
    answer: { hits, page },
    view,
    fields,
  } = props;
  const first = page.number * page.per_page + 1;
  const hasPictures = view.hasPictures && hits.some((hit) => faceOf(hit, fields).picture !== null);
  // Hits that lack words follow all others.
  const whole = hits.filter(({ _partial: isPartial }) => isPartial !== true).length;
  const list = (from: number, to: number) => (
    <ol className={`hits ${view.layout}`} start={first + from}>
      {hits.slice(from, to).map((hit, at) => (
        <HitCard key={hit.id} hit={hit} place={first + from + at} fields={fields} hasPictures={hasPictures} />
      ))}
    </ol>
  );
  return (
    <>
      {whole > 0 && list(0, whole)}
      {whole > 0 && whole < hits.length && (
        <p className="hits-rest">Further records have a part of the words, or are near in meaning</p>
      )}
      {whole < hits.length && list(whole, hits.length)}
    </>
  );
}

/** How many records or groups were found, and in which time. */
function countsOf(answer: Answer): string {
  const { total, total_records: records, total_exact: isExact, partial, timing } = answer;
  const found = formatThings(total, total === records ? 'record' : 'group');
  const of = total === records ? '' : ` of ${formatThings(records, 'record')}`;
  const estimate = isExact ? '' : ' (an estimate)';
  return `${found}${of}${estimate}${partialText(partial)} · ${formatMilliseconds(timing.total_ms)}`;
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
        Previous page
      </button>
      Page {formatCount(number + 1)}
      <button
        type="button"
        disabled={!hasMore}
        onClick={() => {
          onPage(number + 1);
        }}
      >
        Next page
      </button>
    </p>
  );
}
