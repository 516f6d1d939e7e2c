import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatThings } from '../../parts/format';
import { type PaletteEntry } from './entry';
import { type KnownId } from './known-id';
import { useEntries } from './use-entries';
import './palette.css';

/**
 * Dialog that leads to pages, collections, indexes and things by their ids. The focus stays in its field:
 * arrow keys go through the entries, Enter opens one, Escape closes it.
 */
export function Palette({ close }: { close: () => void }) {
  const dialog = useModal();
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [activeTo, setActiveTo] = useState<string | null>(null);
  const { entries, isReading, unknownId, error } = useEntries(typed);
  const place = entries.findIndex(({ to }) => to === activeTo);
  const active = entries[place === -1 ? 0 : place];

  function open(entry: PaletteEntry) {
    close();
    void navigate(entry.to);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault();
      open(active);
    } else if (step !== 0 && entries.length > 0) {
      event.preventDefault();
      const from = Math.max(place, 0);
      const next = entries[(from + step + entries.length) % entries.length]!;
      setActiveTo(next.to);
      document.getElementById(optionId(listId, next))?.scrollIntoView({ block: 'nearest' });
    }
  }

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search or go to"
      onClose={close}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => {
        // A click on the dialog itself, beside its content, is one on the backdrop.
        if (event.target === dialog.current) close();
      }}
    >
      <div className="palette-content">
        <input
          type="text"
          role="combobox"
          aria-label="Search or go to"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : optionId(listId, active)}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          placeholder="A page, a collection, an index, or any id"
          value={typed}
          onChange={({ target: { value } }) => {
            setTyped(value);
            setActiveTo(null);
          }}
          onKeyDown={onKeyDown}
        />
        <Entries listId={listId} entries={entries} active={active} open={open} />
        {entries.length === 0 && !isReading && <NothingFound unknownId={unknownId} />}
        {error !== null && <p className="palette-none problem">Not all could be read: {error.message}</p>}
        <p role="status" className="unseen">
          {isReading ? 'Searching' : formatThings(entries.length, 'result')}
        </p>
        <KeyHints />
      </div>
    </dialog>
  );
}

/** A dialog that is open while it is rendered; the focus then returns to where it was. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return dialog;
}

function NothingFound({ unknownId }: { unknownId: KnownId | null }) {
  return (
    <p className="palette-none">
      {unknownId === null
        ? 'Nothing has this name.'
        : `No ${unknownId.kind} that this key may see has this id.`}
    </p>
  );
}

function KeyHints() {
  return (
    <p className="palette-keys" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> choose
      </span>
      <span>
        <kbd>Enter</kbd> open
      </span>
      <span>
        <kbd>Esc</kbd> close
      </span>
    </p>
  );
}

function Entries(props: {
  listId: string;
  entries: readonly PaletteEntry[];
  active: PaletteEntry | undefined;
  open: (entry: PaletteEntry) => void;
}) {
  const { listId, entries, active, open } = props;
  const groups = [...new Set(entries.map(({ group }) => group))];
  return (
    <div id={listId} role="listbox" aria-label="Results" hidden={entries.length === 0}>
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <span aria-hidden="true">{group}</span>
          {entries
            .filter((entry) => entry.group === group)
            .map((entry) => (
              <div
                key={entry.to}
                id={optionId(listId, entry)}
                role="option"
                aria-selected={entry === active}
                // Keeps the focus in the field.
                onMouseDown={(event) => {
                  event.preventDefault();
                }}
                onClick={() => {
                  open(entry);
                }}
              >
                {entry.name}
              </div>
            ))}
        </div>
      ))}
    </div>
  );
}

const optionId = (listId: string, { to }: PaletteEntry): string => `${listId}${to}`;
