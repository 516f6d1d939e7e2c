import { type ProductField } from '../fields/field-rows';
import { type SearchDraft } from './search-draft';
import { type SearchView } from './search-address';

const layouts = [
  { layout: 'grid', name: 'Grid' },
  { layout: 'list', name: 'List' },
] as const;
const orders = [
  { order: 'asc', text: 'lowest first' },
  { order: 'desc', text: 'highest first' },
] as const;

/** Order of the hits and how they are shown. */
export function HitsToolbar(props: {
  draft: SearchDraft;
  view: SearchView;
  fields: Readonly<Record<string, ProductField>>;
  onSort: (sort: Pick<SearchDraft, 'sortBy' | 'sortOrder'>) => void;
  onView: (view: SearchView) => void;
}) {
  const { draft, view, fields, onSort, onView } = props;
  const sortable = Object.entries(fields).flatMap(([name, { sortable: can }]) => (can ? [name] : []));
  // An address may name a field that the fields of the index lack.
  const names =
    sortable.includes(draft.sortBy) || draft.sortBy === '' ? sortable : [...sortable, draft.sortBy];
  const sorts = names.flatMap((sortBy) =>
    orders.map(({ order, text }) => ({ sortBy, sortOrder: order, text: `${sortBy}, ${text}` })),
  );
  return (
    <div className="actions hits-toolbar">
      <label>
        Sort by{' '}
        <select
          value={sorts.findIndex(
            ({ sortBy, sortOrder }) => sortBy === draft.sortBy && sortOrder === draft.sortOrder,
          )}
          onChange={({ target: { value } }) => {
            const { sortBy = '', sortOrder = 'asc' } = sorts[Number(value)] ?? {};
            onSort({ sortBy, sortOrder });
          }}
        >
          <option value={-1}>relevance</option>
          {sorts.map(({ text }, at) => (
            <option key={text} value={at}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <span role="group" aria-label="Layout" className="switch">
        {layouts.map(({ layout, name }) => (
          <button
            key={layout}
            type="button"
            aria-pressed={view.layout === layout}
            onClick={() => {
              onView({ ...view, layout });
            }}
          >
            {name}
          </button>
        ))}
      </span>
      <label>
        <input
          type="checkbox"
          checked={view.hasPictures}
          onChange={({ target: { checked } }) => {
            onView({ ...view, hasPictures: checked });
          }}
        />{' '}
        Pictures
      </label>
    </div>
  );
}
