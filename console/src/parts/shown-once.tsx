import { CopyButton } from './copy-button';
import { Dialog } from './dialog';

/** Shows a secret that the service tells this once. */
export function ShownOnce(props: { title: string; secret: string; hint: string; onDone: () => void }) {
  const { title, secret, hint, onDone } = props;
  return (
    <Dialog title={title} onClose={onDone}>
      <p>{hint}</p>
      <p className="secret">
        <code>{secret}</code> <CopyButton text={secret} />
      </p>
      <div className="actions">
        <button type="button" className="primary" onClick={onDone}>
          I have stored it
        </button>
      </div>
    </Dialog>
  );
}
