import { Command } from 'commander';
import type { components } from 'sheaf-client';
import { jsonFile } from '../json-argument.js';
import { openSession } from '../session.js';

type Settings = components['schemas']['ProductSettings'];

/** `sheaf products settings`: shows or replaces the settings of an index. */
export const settingsCommand = (): Command =>
  new Command('settings')
    .description('Show the fields of an index by its settings, or replace the settings')
    .argument('<index>')
    .option('--set <file>', 'JSON of all settings: what it leaves out is unset; - is standard input')
    .action(async (index: string, { set }: { set?: string }, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const params = { path: { index } };
      const isReplaced = set !== undefined;
      const answer = isReplaced
        ? await sheaf.put('/v1/indexes/{index}/settings', {
            params,
            // The service refuses unknown settings.
            body: (await jsonFile(set)) as never,
            signal,
          })
        : await sheaf.get('/v1/indexes/{index}/settings', { params, signal });
      for (const { message } of answer.warnings) process.stderr.write(`warning: ${message}\n`);
      if (isReplaced) process.stderr.write(`Takes effect: ${answer.applies_at}\n`);
      await output.show(answer, { head: ['field', 'type', 'type from', 'used for'], rows: rowsOf(answer) });
    });

const uses = ['searchable', 'filterable', 'facet', 'sortable'] as const;

/** A row for each field: its type, whether it was inferred or set, and its uses. */
function rowsOf({ effective }: Settings): unknown[][] {
  return Object.entries(effective?.fields ?? {}).map(([name, field]) => [
    name,
    field.unit === null ? field.type : `${field.type} (${field.unit})`,
    field.origin,
    uses.filter((use) => field[use]).join(' '),
  ]);
}
