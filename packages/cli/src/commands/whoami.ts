import { Command } from 'commander';
import { openSession } from '../session.js';

/** `sheaf whoami`: shows the service and the key that commands use. */
export const whoamiCommand = (): Command =>
  new Command('whoami')
    .description('Show the service, and the owner and rights of the key')
    .action(async (_, command: Command) => {
      const { sheaf, output, signal, address, keySource } = openSession(command);
      const key = await sheaf.get('/v2/key', { signal });
      const facts = {
        service: address,
        organization: key.organization_id,
        environment: key.environment,
        key: key.key_id,
        'key from': keySource,
        permissions: key.permissions.join(' '),
        expires: key.expires_at ?? 'never',
      };
      await output.facts({ ...key, url: address, key_source: keySource }, facts);
    });
