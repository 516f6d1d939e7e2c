import type { Command } from 'commander';
import { createSheaf, type Sheaf } from 'sheaf-client';
import { givenLogin } from './given-login.js';
import { UsageError } from './exit-codes.js';
import { loginFile } from './login-file.js';
import { createOutput, type Output } from './output.js';

/** Client, output and end signal that every command runs with. */
export interface Session {
  sheaf: Sheaf;
  /** Address of the service. */
  address: string;
  /** Where the key is from: `SHEAF_API_KEY`, or the file of the login. */
  keySource: string;
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
  const login = givenLogin();
  if (login === null) throw new UsageError('No key: run `sheaf login`, or set SHEAF_API_KEY.');
  const { json = false, full = false } = command.optsWithGlobals<{ json?: boolean; full?: boolean }>();
  return {
    sheaf: createSheaf({ baseUrl: login.url, apiKey: login.apiKey }),
    address: login.url,
    keySource: process.env.SHEAF_API_KEY === undefined ? loginFile() : 'SHEAF_API_KEY',
    output: createOutput({ isJson: json, isFull: full, signal: interrupted }),
    signal: interrupted,
  };
}
