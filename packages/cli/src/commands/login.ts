import { Command } from 'commander';
import { createInterface } from 'node:readline';
import { createSheaf, type Sheaf, SheafError } from 'sheaf-client';
import { UsageError } from '../exit-codes.js';
import { baseUrlOf, keyOf } from '../given-login.js';
import { loginFile, writeLogin } from '../login-file.js';
import { interrupted } from '../session.js';

/** `sheaf login`: saves address and key after the service has accepted the key. */
export const loginCommand = (): Command =>
  new Command('login')
    .description('Keep the address of a service and a key; the key is read from standard input')
    .option('--url <address>', 'address of the service', 'http://localhost:8080')
    .action(async ({ url }: { url: string }) => {
      const baseUrl = baseUrlOf(url);
      const apiKey = keyOf(await readKey());
      await requireAccepted(createSheaf({ baseUrl, apiKey }));
      writeLogin({ url, apiKey });
      process.stderr.write(`Kept in ${loginFile()}.\n`);
    });

/** @throws UsageError without a key; AbortError by Ctrl-C */
async function readKey(): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, signal: interrupted });
  // On a terminal readline receives Ctrl-C.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  if (process.stdin.isTTY) {
    lines.setPrompt('Key: ');
    lines.prompt();
  }
  // The only line may lack a line end.
  for await (const line of lines) if (line.trim() !== '') return line.trim();
  interrupted.throwIfAborted();
  throw new UsageError('No key came on standard input.');
}

/** Checks a key with a request. @throws SheafError when the service refuses the key */
async function requireAccepted(sheaf: Sheaf): Promise<void> {
  try {
    await sheaf.get('/v2/credits', { signal: interrupted });
  } catch (error) {
    if (!(error instanceof SheafError) || error.status !== 403) throw error;
    // The key may be one for product search alone. This route takes any key, and reports missing rights in
    // its result.
    const body = { searches: [{ index: 'sheaf-login', query: '' }] };
    await sheaf.post('/v1/multi_search', { body, signal: interrupted });
  }
}
