import { useState } from 'react';

/** Button that copies a text to the clipboard and shows whether that succeeded. */
export function CopyButton({ label = 'Copy', text }: { label?: string; text: string }) {
  const [said, setSaid] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // Pages without TLS have no clipboard, and the user may deny access to it.
      setSaid('The browser does not allow it: select the text');
    }
  }

  return (
    <span className="actions">
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status" className="hint">
        {said}
      </span>
    </span>
  );
}
