import { useClipboard } from './use-clipboard';

/** Time for which the button says what has become of a click. */
const saidMs = 2_000;

/** An id with a button that copies it. */
export function CopyId({ id }: { id: string }) {
  const { said, copy } = useClipboard(id, saidMs);
  return (
    <span className="copy-id">
      <code>{id}</code>{' '}
      <button type="button" className="link" aria-label={`Copy ${id}`} onClick={copy}>
        copy
      </button>
      <span role="status" className="hint">
        {said !== null && ` ${said}`}
      </span>
    </span>
  );
}
