import { useEffect, useState } from 'react';

/** Time for which the button says what has become of a click. */
const saidMs = 2_000;

/** An id with a button that copies it. */
export function CopyId({ id }: { id: string }) {
  const [said, setSaid] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => {
      setSaid(null);
    }, saidMs);
    return () => {
      clearTimeout(timer);
    };
  }, [said]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(id);
      setSaid('copied');
    } catch {
      // Pages without TLS have no clipboard, and the user may deny access to it; the id can be selected.
      setSaid('refused');
    }
  }

  return (
    <span className="copy-id">
      <code>{id}</code>{' '}
      <button type="button" className="link" aria-label={`Copy ${id}`} onClick={() => void copy()}>
        copy
      </button>
      <span role="status" className="hint">
        {said !== null && ` ${said}`}
      </span>
    </span>
  );
}
