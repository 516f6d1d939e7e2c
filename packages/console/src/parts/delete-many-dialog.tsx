import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog';
import { formatCount, formatThings } from './format';
import { Progress } from './progress';
import { isTyped, TypedName } from './typed-name';
import { type Removable, type Removals, useRemovals } from './use-removals';
import './delete-many.css';

/** Names that a dialog lists; of more it tells the number. */
const namesMax = 100;

/**
 * Dialog that names what is deleted, asks for its name, and follows the deletions to their end. Closing it
 * ends the run after the deletion that is under way.
 */
export function DeleteManyDialog(props: {
  thing: string;
  selected: readonly Removable[];
  consequence: ReactNode;
  remove: (id: string) => Promise<unknown>;
  onEnd: () => Promise<unknown>;
  close: () => void;
}) {
  const { thing, selected, consequence, remove, onEnd, close } = props;
  // The selection shrinks while its rows are deleted.
  const [items] = useState(selected);
  const [about] = useState(consequence);
  const { removals, run, stop } = useRemovals(remove);
  const [first] = items;
  const title = items.length === 1 ? `${thing} ${first!.name}` : formatThings(items.length, thing);
  return (
    <Dialog title={`Delete ${title}`} onClose={close}>
      {removals === null ? (
        <Ask
          items={items}
          confirmLabel={`Delete ${title}`}
          consequence={about}
          act={async () => {
            await run(items);
            await onEnd();
          }}
          close={close}
        />
      ) : (
        <Outcome thing={thing} removals={removals} stop={stop} close={close} />
      )}
    </Dialog>
  );
}

function Ask(props: {
  items: readonly Removable[];
  confirmLabel: string;
  consequence: ReactNode;
  act: () => Promise<void>;
  close: () => void;
}) {
  const { items, confirmLabel, consequence, act, close } = props;
  const [typed, setTyped] = useState('');
  const word = items.length === 1 ? items[0]!.name : `delete ${items.length}`;
  return (
    <form
      className="form delete-many"
      onSubmit={(event) => {
        event.preventDefault();
        void act();
      }}
    >
      <div>{consequence}</div>
      <ul className="removals" aria-label="Selected" tabIndex={0}>
        {items.slice(0, namesMax).map(({ id, name, note }) => (
          <li key={id} className="long">
            {name} {note !== undefined && <span className="hint">{note}</span>}
          </li>
        ))}
        {items.length > namesMax && <li className="hint">and {formatCount(items.length - namesMax)} more</li>}
      </ul>
      <TypedName name={word} value={typed} onChange={setTyped} />
      <div className="actions">
        <button type="button" onClick={close}>
          Back
        </button>
        <button type="submit" className="danger" disabled={!isTyped(word, typed)}>
          {confirmLabel}
        </button>
      </div>
    </form>
  );
}

function Outcome(props: { thing: string; removals: Removals; stop: () => void; close: () => void }) {
  const { thing, removals, stop, close } = props;
  const { total, gone, failures, hasEnded } = removals;
  const untried = total - gone - failures.length;
  return (
    <>
      <p role="status">
        {formatCount(gone)} of {formatThings(total, thing)} deleted
        {failures.length > 0 && `, ${formatCount(failures.length)} failed`}
        {hasEnded && untried > 0 && `, ${formatCount(untried)} not tried`}
      </p>
      {!hasEnded && <Progress label="Deleted" done={gone + failures.length} total={total} />}
      {failures.length > 0 && (
        <ul className="removals" aria-label="Failed" tabIndex={0}>
          {failures.map(({ item, reason }) => (
            <li key={item.id} className="problem long">
              {item.name}: {reason}
            </li>
          ))}
        </ul>
      )}
      <div className="actions">
        {hasEnded ? (
          <button type="button" className="primary" autoFocus onClick={close}>
            Close
          </button>
        ) : (
          <button type="button" autoFocus onClick={stop}>
            Stop
          </button>
        )}
      </div>
    </>
  );
}
