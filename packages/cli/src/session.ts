import type { Command } from 'commander';
import { createSheaf, type Sheaf } from 'sheaf-client';
import { baseUrlOf, keyOf } from './given-login.js';
import { UsageError } from './exit-codes.js';
import { readLogin } from './login-file.js';
import { createOutput, type Output } from './output.js';

/** Client, output and end signal that every command runs with. */
export interface Session {
  sheaf: Sheaf;
  output: Output;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

const interruption = new AbortController();
/** Controller that Ctrl-C aborts. */
export const interrupted = interruption.signal;
process.once('SIGINT', () => {
  interruption.abort();
});

/**
 * Opens the session of a command with `SHEAF_URL` and `SHEAF_API_KEY`, otherwise with the saved login.
 *
 * @throws UsageError without a key, and for an invalid address or key
 */
export function openSession(command: Command): Session {
  const kept = readLogin();
  const baseUrl = process.env.SHEAF_URL ?? kept?.url ?? 'http://localhost:8080';
  const apiKey = process.env.SHEAF_API_KEY ?? kept?.apiKey;
  if (apiKey === undefined) throw new UsageError('No key: run `sheaf login`, or set SHEAF_API_KEY.');
  const { json = false, full = false } = command.optsWithGlobals<{ json?: boolean; full?: boolean }>();
  return {
    sheaf: createSheaf({ baseUrl: baseUrlOf(baseUrl), apiKey: keyOf(apiKey) }),
    output: createOutput({ isJson: json, isFull: full, signal: interrupted }),
    signal: interrupted,
  };
}
