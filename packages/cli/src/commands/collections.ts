import { Command } from 'commander';
import { listItems } from 'sheaf-client';
import { confirmName } from '../confirm-name.js';
import { countOf } from '../count-argument.js';
import { firstItems } from '../first-items.js';
import { openSession } from '../session.js';

/** `sheaf collections`: lists and deletes collections. */
export function collectionsCommand(): Command {
  const collections = new Command('collections').description('Collections of documents');
  collections
    .command('ls')
    .description('List collections, newest first')
    .option('--limit <count>', 'the newest so many; default: all', countOf)
    .action(async ({ limit }: { limit?: number }, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const found = await firstItems(listItems(sheaf, '/v2/collections', { signal }), limit);
      const rows = found.map((one) => [
        one.collection_name,
        one.document_count,
        one.created_at,
        one.description,
      ]);
      await output.show(found, { head: ['collection', 'documents', 'created', 'description'], rows });
    });
  collections
    .command('rm')
    .description('Delete a collection with all its documents; asks for its name')
    .argument('<collection>')
    .option('--yes', 'do not ask')
    .action(async (name: string, { yes = false }: { yes?: boolean }, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const params = { path: { collection_name: name } };
      const { document_count: count } = await sheaf.get('/v2/collections/{collection_name}', {
        params,
        signal,
      });
      await confirmName(name, `the collection ${name} with its ${count} documents`, yes);
      const answer = await sheaf.delete('/v2/collections/{collection_name}', { params, signal });
      await output.show(answer, { head: ['collection', 'state'], rows: [[name, 'deleted']] });
    });
  return collections;
}
