import { Command } from 'commander';
import { createSheaf } from 'sheaf-client';
import { UsageError } from '../exit-codes.js';
import { baseUrlOf, defaultUrl, keyOf } from '../given-login.js';
import { loginFile, writeLogin } from '../login-file.js';
import { readAnswer } from '../prompt.js';
import { interrupted } from '../session.js';

/** `sheaf login`: saves address and key after the service has accepted the key. */
export const loginCommand = (): Command =>
  new Command('login')
    .description('Keep the address of a service and a key; the key is read from standard input')
    .argument('[address]', `address of the service; default: ${defaultUrl}`)
    .option('--url <address>', 'the same as an option')
    .action(async (address: string | undefined, options: { url?: string }) => {
      if (address !== undefined && options.url !== undefined)
        throw new UsageError('The address is given twice: leave --url out.');
      if (address?.includes('://') === false)
        throw new UsageError(
          'The address begins with http:// or https://. The key is no argument: it is read from standard input.',
        );
      const url = address ?? options.url ?? defaultUrl;
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
