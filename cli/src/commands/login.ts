import { Command } from 'commander';
import { createInterface } from 'node:readline/promises';
import { createSheaf, type Sheaf, SheafError } from 'sheaf-client';
import { loginFile, writeLogin } from '../login-file.js';

/** `sheaf login`: keeps address and key, once the service has accepted the key. */
export const loginCommand = (): Command =>
  new Command('login')
    .description('Keep the address of a service and a key; the key is read from standard input')
    .option('--url <address>', 'address of the service', 'http://localhost:8080')
    .action(async ({ url }: { url: string }) => {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      const apiKey = (await lines.question(process.stdin.isTTY ? 'Key: ' : '')).trim();
      lines.close();
      await requireAccepted(createSheaf({ baseUrl: url, apiKey }));
      writeLogin({ url, apiKey });
      process.stderr.write(`Kept in ${loginFile()}.\n`);
    });

/** @throws SheafError for a key that the service does not accept */
async function requireAccepted(sheaf: Sheaf): Promise<void> {
  try {
    await sheaf.get('/v2/credits');
  } catch (error) {
    if (!(error instanceof SheafError) || error.status !== 403) throw error;
    // A key for product search alone. This route takes any key, and answers what it may not do as a result.
    await sheaf.post('/v1/multi_search', { body: { searches: [{ index: 'sheaf-login', query: '' }] } });
  }
}
