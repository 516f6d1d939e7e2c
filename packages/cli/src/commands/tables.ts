import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import { tableFile } from 'sheaf-client';
import { openSession } from '../session.js';
import { showTables } from '../show-tables.js';

interface TablesOptions {
  format: 'csv' | 'ndjson';
  data?: true;
  displayed?: true;
}

/** `sheaf tables`: lists the tables of a parse job, or writes the rows of one to standard output. */
export const tablesCommand = (): Command =>
  new Command('tables')
    .description('List the tables of a parse job, or write the rows of one')
    .argument('<job>', 'id of the parse job')
    .argument('[table]', 'id of a table')
    .addOption(new Option('--format <format>', 'form of the rows').choices(['csv', 'ndjson']).default('csv'))
    .option('--data', 'leave subtotals and totals out')
    .option('--displayed', 'CSV as the sheet shows the cells, instead of their values')
    .action(async (jobId: string, tableId: string | undefined, options: TablesOptions, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      if (tableId === undefined) {
        await showTables(sheaf, jobId, { output, signal });
        return;
      }
      const { format, data, displayed } = options;
      const wanted = {
        format,
        rows: data === true ? 'data' : 'all',
        values: displayed === true ? 'displayed' : 'typed',
      } as const;
      const { body } = await tableFile(sheaf, { jobId, tableId }, { ...wanted, signal });
      if (body !== null) await pipeline(body, process.stdout, { end: false, signal });
    });
