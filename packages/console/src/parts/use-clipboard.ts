import { useEffect, useState } from 'react';

/** Outcome of a copy to the clipboard; null before the first one. */
type Said = 'copied' | 'refused' | null;

/**
 * Copies a text to the clipboard and tells the outcome.
 *
 * @param saidMs time for which the outcome is told; default until the next copy
 */
export function useClipboard(text: string, saidMs?: number): { said: Said; copy: () => void } {
  const [said, setSaid] = useState<Said>(null);
  useEffect(() => {
    if (said === null || saidMs === undefined) return;
    const timer = setTimeout(() => {
      setSaid(null);
    }, saidMs);
    return () => {
      clearTimeout(timer);
    };
  }, [said, saidMs]);

  async function write() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('copied');
    } catch {
      // Pages without TLS have no clipboard, and the user may deny access to it.
      setSaid('refused');
    }
  }

  return { said, copy: () => void write() };
}
