import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DeleteManyDialog } from './delete-many-dialog';
import { formatThings } from './format';
import { type Removable } from './use-removals';

/** Button that deletes the selected things of a list. */
export function DeleteMany(props: {
  /** Noun for one of them, such as `document`. */
  thing: string;
  items: readonly Removable[];
  /** Text about what goes with them. */
  consequence: ReactNode;
  /** Deletes the thing with an id. */
  remove: (id: string) => Promise<unknown>;
  /** Called when the dialog has ended, so that the list is read again. */
  onEnd: () => Promise<unknown>;
}) {
  const { thing, items, consequence, remove, onEnd } = props;
  const group = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isNone = items.length === 0;
  return (
    <div ref={group} role="group" aria-label="Selection" className="actions selection" tabIndex={-1}>
      <span role="status" className="hint">
        {isNone ? '' : `${formatThings(items.length, thing)} selected`}
      </span>
      <button
        type="button"
        disabled={isNone}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        Delete selected
      </button>
      {isOpen && (
        <DeleteManyDialog
          thing={thing}
          selected={items}
          consequence={consequence}
          remove={remove}
          onEnd={onEnd}
          close={() => {
            flushSync(() => {
              setIsOpen(false);
            });
            // The button that had the focus before is disabled when nothing is selected any more.
            group.current?.focus();
          }}
        />
      )}
    </div>
  );
}
