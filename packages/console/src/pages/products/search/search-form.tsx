import { useState } from 'react';
import { SheafError } from 'sheaf-client';
import { ChoiceField } from '../../../parts/choice-field';
import { CopyButton } from '../../../parts/copy-button';
import { EntryField } from '../../../parts/entry-field';
import { Field } from '../../../parts/field';
import { Tick } from '../../../parts/tick';
import { type ProductField } from '../fields/field-rows';
import { Preferences } from './preferences';
import { QueryBox } from './query-box';
import { addressOf, emptyView } from './search-address';
import { type SearchDraft } from './search-draft';

/** Form with the query and the options of a search; facets and order stand beside the hits. */
export function SearchForm(props: {
  index: string;
  fields: Readonly<Record<string, ProductField>>;
  /** The search in the address. */
  asked: SearchDraft;
  error: unknown;
  onSearch: (draft: SearchDraft) => void;
}) {
  const { index, fields, asked, error, onSearch } = props;
  const [draft, setDraft] = useState(asked);
  const inAddress = formAddressOf(asked);
  const [shown, setShown] = useState(inAddress);
  if (shown !== inAddress) {
    // The address has changed: by the browser's history, or by the submitted form.
    setShown(inAddress);
    setDraft(asked);
  }
  const set = (members: Partial<SearchDraft>) => {
    setDraft({ ...draft, ...members });
  };
  const filterProblem =
    error instanceof SheafError && error.code === 'FILTER_INVALID' ? error.message : undefined;
  return (
    <form
      className="card form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(draft);
      }}
    >
      <div className="search-line">
        <QueryBox
          index={index}
          fields={fields}
          asked={asked}
          query={draft.query}
          onType={(query) => {
            set({ query });
          }}
          onChoose={(query) => {
            set({ query });
            onSearch({ ...draft, query });
          }}
        />
        <button type="submit" className="primary">
          Search
        </button>
        <CopyButton label="Copy the link" text={globalThis.location.href} />
      </div>
      <details open={hasOptions(asked)}>
        <summary>Filter, preferences, groups, amounts</summary>
        <Field label="Filter" hint={'Such as brand = "Acme" AND width < 2 ft'} problem={filterProblem}>
          {(control) => (
            <input
              {...control}
              className="code"
              spellCheck={false}
              value={draft.filter}
              onChange={({ target: { value } }) => {
                set({ filter: value });
              }}
            />
          )}
        </Field>
        <Preferences
          prefer={draft.prefer}
          onChange={(prefer) => {
            set({ prefer });
          }}
        />
        <GroupsAndAmounts draft={draft} fields={fields} set={set} />
      </details>
    </form>
  );
}

/** Address of the search in the form. */
const formAddressOf = (draft: SearchDraft) =>
  addressOf({
    draft: { ...draft, ticked: {}, ranges: {}, sortBy: '' },
    page: 0,
    view: emptyView,
  }).toString();

/** Whether a search has options besides its query. */
function hasOptions(draft: SearchDraft): boolean {
  return formAddressOf({ ...draft, query: '' }) !== '';
}

function GroupsAndAmounts(props: {
  draft: SearchDraft;
  fields: Readonly<Record<string, ProductField>>;
  set: (members: Partial<SearchDraft>) => void;
}) {
  const { draft, fields, set } = props;
  const groupable = Object.entries(fields).flatMap(([name, { type, list }]) =>
    !list && ['keyword', 'identifier', 'enum'].includes(type) ? [name] : [],
  );
  return (
    <div className="filter-row search-options">
      <ChoiceField
        label="Grouped by"
        value={draft.groups === 'none' ? 'single records' : draft.groupBy}
        choices={['single records', ...groupable]}
        none="as the index has it"
        onChange={(value) => {
          if (value === '') set({ groups: 'default', groupBy: '' });
          else if (value === 'single records') set({ groups: 'none', groupBy: '' });
          else set({ groups: 'field', groupBy: value });
        }}
      />
      <ChoiceField
        label="Amounts in the query"
        value={draft.constraints === 'ranking' ? '' : draft.constraints}
        choices={['filter', 'off'] as const}
        none="rank"
        onChange={(value) => {
          set({ constraints: value === '' ? 'ranking' : value });
        }}
      />
      <Tick
        label="Typos allowed"
        checked={draft.typo === 'auto'}
        onChange={(allowed) => {
          set({ typo: allowed ? 'auto' : 'off' });
        }}
      />
      <EntryField
        label="Shopper (user_token)"
        value={draft.userToken}
        onEnter={(userToken) => {
          set({ userToken });
        }}
      />
    </div>
  );
}
