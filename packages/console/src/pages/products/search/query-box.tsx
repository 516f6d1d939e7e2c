import { type KeyboardEvent, useId, useState } from 'react';
import { Field } from '../../../parts/field';
import { type ProductField } from '../fields/field-rows';
import { faceOf } from './record-faces';
import { type SearchDraft } from './search-draft';
import { useTypeahead } from './use-typeahead';

/** An entry of the list below the box: a query, or a record by its title. */
interface Entry {
  key: string;
  /** Text that is searched when the entry is chosen. */
  query: string;
  /** Set for records. */
  price?: string | null;
}

/**
 * Box for the query of a search, with queries and records below it while it is typed. Arrow keys go through
 * them, Enter takes one, Escape closes the list.
 */
export function QueryBox(props: {
  index: string;
  fields: Readonly<Record<string, ProductField>>;
  /** The search in the address. */
  asked: SearchDraft;
  query: string;
  onType: (query: string) => void;
  /** Searches for a query of the list. */
  onChoose: (query: string) => void;
}) {
  const { index, fields, asked, query, onType, onChoose } = props;
  const listId = useId();
  const [isTyping, setIsTyping] = useState(false);
  // The list changes while the query is typed: the chosen entry stays chosen, at whatever place.
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const found = useTypeahead({ index, typed: query, asked, isOpen: isTyping });
  const entries = entriesOf(found, fields);
  const active = entries.findIndex(({ key }) => key === activeKey);
  const isOpen = entries.length > 0;
  const close = () => {
    setIsTyping(false);
    setActiveKey(null);
  };
  const choose = (entry: Entry) => {
    close();
    onChoose(entry.query);
  };

  function onKeyDown(event: KeyboardEvent) {
    const chosen = entries[active];
    if (event.key === 'Enter') {
      if (chosen === undefined) {
        close();
        return;
      }
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && isTyping) {
      event.preventDefault();
      close();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && isOpen) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      // The place before the first entry is the box itself.
      const next = ((active + 1 + step + entries.length + 1) % (entries.length + 1)) - 1;
      setActiveKey(entries[next]?.key ?? null);
    }
  }

  return (
    <div className="query-box">
      <Field label="Query">
        {(control) => (
          <input
            {...control}
            type="search"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={512}
            value={query}
            onChange={({ target: { value } }) => {
              setIsTyping(true);
              setActiveKey(null);
              onType(value);
            }}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
        )}
      </Field>
      <ul id={listId} role="listbox" aria-label="Suggestions" className="suggestions" hidden={!isOpen}>
        {entries.map((entry, at) => (
          <li
            key={entry.key}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === active}
            // Keeps the focus in the box, so that the list stays until the click.
            onMouseDown={(event) => {
              event.preventDefault();
            }}
            onClick={() => {
              choose(entry);
            }}
          >
            <span>{entry.query}</span>
            <span className="hint number">
              {entry.price === undefined ? 'query' : (entry.price ?? 'record')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function entriesOf(
  found: ReturnType<typeof useTypeahead>,
  fields: Readonly<Record<string, ProductField>>,
): Entry[] {
  if (found === undefined) return [];
  const queries = found.queries.map((query) => ({ key: `query ${query}`, query }));
  const records = found.records.map((record) => {
    const { title, price } = faceOf(record, fields);
    return { key: `record ${record.id}`, query: title, price };
  });
  return [...queries, ...records];
}
