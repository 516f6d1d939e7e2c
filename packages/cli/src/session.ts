import type { Command } from 'commander';
import { createSheaf, type Sheaf } from 'sheaf-client';
import { baseUrlOf, keyOf } from './given-login.js';
import { UsageError } from './exit-codes.js';
import { readLogin } from './login-file.js';
import { createOutput, type Output } from './output.js';

/** What every command works with. */
export interface Session {
  sheaf: Sheaf;
  output: Output;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

const interruption = new AbortController();
/** Aborted by Ctrl-C. */
export const interrupted = interruption.signal;
process.once('SIGINT', () => {
  interruption.abort();
});

/**
 * The session of a command: by `SHEAF_URL` and `SHEAF_API_KEY`, else by the kept login.
 *
 * @throws UsageError without a key, and for an address or key that is none
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
