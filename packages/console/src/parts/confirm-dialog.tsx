import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog';
import { Fault } from './fault';
import { isTyped, TypedName } from './typed-name';

/** Dialog that describes an action and runs it once it is confirmed, with `name` only after that was typed. */
export function ConfirmDialog(props: {
  title: string;
  consequence: ReactNode;
  confirmLabel: string;
  name?: string;
  look: 'danger' | 'primary';
  act: () => Promise<unknown>;
  close: () => void;
}) {
  const { title, consequence, confirmLabel, name, look, act, close } = props;
  const [typed, setTyped] = useState('');
  const [isActing, setIsActing] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function confirm() {
    setIsActing(true);
    setError(null);
    try {
      await act();
      close();
    } catch (failure) {
      setError(failure);
    } finally {
      setIsActing(false);
    }
  }

  return (
    <Dialog title={title} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <div>{consequence}</div>
        {name !== undefined && <TypedName name={name} value={typed} onChange={setTyped} />}
        {error !== null && <Fault error={error} />}
        <div className="actions">
          <button type="button" onClick={close}>
            Back
          </button>
          <button
            type="submit"
            className={look}
            disabled={isActing || (name !== undefined && !isTyped(name, typed))}
          >
            {confirmLabel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
