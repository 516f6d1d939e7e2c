import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog';
import { Fault } from './fault';

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
  disabled?: boolean;
  /** Look of the confirming button; default `danger`, for what removes or stops something. */
  look?: 'danger' | 'primary';
  act: () => Promise<unknown>;
}) {
  const { label, title, consequence, confirmLabel = label, disabled = false, look = 'danger', act } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [isActing, setIsActing] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function confirm() {
    setIsActing(true);
    setError(null);
    try {
      await act();
      setIsOpen(false);
    } catch (failure) {
      setError(failure);
    } finally {
      setIsActing(false);
    }
  }

  return (
    <>
      <button
        type="button"
        disabled={disabled}
        onClick={() => {
          setError(null);
          setIsOpen(true);
        }}
      >
        {label}
      </button>
      {isOpen && (
        <Dialog
          title={title}
          onClose={() => {
            setIsOpen(false);
          }}
        >
          <div>{consequence}</div>
          {error !== null && <Fault error={error} />}
          <div className="actions">
            <button
              type="button"
              onClick={() => {
                setIsOpen(false);
              }}
            >
              Back
            </button>
            <button type="button" className={look} disabled={isActing} onClick={() => void confirm()}>
              {confirmLabel}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
