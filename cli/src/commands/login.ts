import { Command } from 'commander';
import { createInterface } from 'node:readline/promises';
import { createSheaf } from 'sheaf-client';
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
      await createSheaf({ baseUrl: url, apiKey }).get('/v2/credits');
      writeLogin({ url, apiKey });
      process.stderr.write(`Kept in ${loginFile()}.\n`);
    });
