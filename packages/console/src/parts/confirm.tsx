import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog';

/**
 * Button with a dialog that describes the action and asks for confirmation. The dialog stays open while the
 * action runs, and shows its failure.
 */
export function Confirm(props: {
  label: string;
  title: string;
  consequence: ReactNode;
  /** Label of the confirming button; default `label`. */
  confirmLabel?: string;
  /** Name that has to be typed first, for what cannot be undone; default none. */
  name?: string;
  disabled?: boolean;
  /** Look of the confirming button; default `danger`, for what removes or stops something. */
  look?: 'danger' | 'primary';
  act: () => Promise<unknown>;
}) {
  const { label, confirmLabel = label, disabled = false, look = 'danger', ...dialog } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        disabled={disabled}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {label}
      </button>
      {isOpen && (
        <ConfirmDialog
          {...dialog}
          confirmLabel={confirmLabel}
          look={look}
          close={() => {
            setIsOpen(false);
          }}
        />
      )}
    </>
  );
}
