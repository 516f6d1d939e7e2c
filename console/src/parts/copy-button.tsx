import { useState } from 'react';

/** Copies a text, and says so until the pointer or the focus leaves. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [said, setSaid] = useState<string | null>(null);
  const forget = () => {
    setSaid(null);
  };
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('The browser does not allow it: select the text and copy it');
    }
  }
  return (
    <button type="button" onClick={() => void copy()} onPointerLeave={forget} onBlur={forget}>
      <span aria-live="polite">{said ?? label}</span>
    </button>
  );
}
