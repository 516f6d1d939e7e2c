import { useState } from 'react';

/** Puts a text on the clipboard and says whether it is there. */
export function CopyButton({ label = 'Copy', text }: { label?: string; text: string }) {
  const [said, setSaid] = useState('');

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // A page without TLS has no clipboard, and a person may forbid it: the text can be selected.
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
