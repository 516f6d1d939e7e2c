import { Command } from 'commander';
import { createSheaf } from 'sheaf-client';
import { UsageError } from '../exit-codes.js';
import { baseUrlOf, keyOf } from '../given-login.js';
import { loginFile, writeLogin } from '../login-file.js';
import { readAnswer } from '../prompt.js';
import { interrupted } from '../session.js';

/** `sheaf login`: saves address and key after the service has accepted the key. */
export const loginCommand = (): Command =>
  new Command('login')
    .description('Keep the address of a service and a key; the key is read from standard input')
    .option('--url <address>', 'address of the service', 'http://localhost:8080')
    .action(async ({ url }: { url: string }) => {
      const baseUrl = baseUrlOf(url);
      const given = await readAnswer('Key: ', { isHidden: true });
      if (given === null) throw new UsageError('No key came on standard input.');
      const apiKey = keyOf(given);
      const key = await createSheaf({ baseUrl, apiKey }).get('/v2/key', { signal: interrupted });
      writeLogin({ url, apiKey });
      process.stderr.write(
        `Logged in to ${url} for ${key.organization_id} (${key.environment}). Kept in ${loginFile()}.\n`,
      );
    });
