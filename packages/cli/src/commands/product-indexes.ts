import { Command } from 'commander';
import { listItems, waitForJob } from 'sheaf-client';
import { confirmName } from '../confirm-name.js';
import { countOf } from '../count-argument.js';
import { firstItems } from '../first-items.js';
import { openSession } from '../session.js';

/** `sheaf products ls`: lists indexes. */
export const listIndexesCommand = (): Command =>
  new Command('ls')
    .description('List indexes, by name')
    .option('--limit <count>', 'the first so many; default: all', countOf)
    .action(async ({ limit }: { limit?: number }, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const found = await firstItems(listItems(sheaf, '/v1/indexes', { signal }), limit);
      const rows = found.map(({ name, status, records, build, aliases }) => [
        name,
        status,
        records.served,
        records.staged,
        build === null ? null : new Date(build.built_at).toISOString(),
        aliases.join(' '),
      ]);
      await output.show(found, { head: ['index', 'status', 'served', 'staged', 'built', 'aliases'], rows });
    });

/** `sheaf products rm`: deletes an index, and waits until its name is free. */
export const removeIndexCommand = (): Command =>
  new Command('rm')
    .description('Delete an index with its records, and wait; asks for its name')
    .argument('<index>')
    .option('--yes', 'do not ask')
    .action(async (index: string, { yes = false }: { yes?: boolean }, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const params = { path: { index } };
      const { records } = await sheaf.get('/v1/indexes/{index}', { params, signal });
      const count = Math.max(records.served, records.staged);
      await confirmName(index, `the index ${index} with its ${count} records`, yes);
      const { job } = await sheaf.delete('/v1/indexes/{index}', { params, signal });
      const ended = await waitForJob(sheaf, 'product', job.id, { signal });
      await output.show(ended, { head: ['index', 'state'], rows: [[index, 'deleted']] });
    });
