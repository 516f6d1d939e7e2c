import { Command } from 'commander';
import { type components, type Sheaf, SheafError, uploadRecords, waitForJob } from 'sheaf-client';
import { linesOf } from 'sheaf-client/node';
import { countOf } from '../count-argument.js';
import { hitsTable } from '../hits-table.js';
import { openSession } from '../session.js';
import { listIndexesCommand, removeIndexCommand } from './product-indexes.js';
import { settingsCommand } from './product-settings.js';

interface SearchOptions {
  filter?: string;
  limit: number;
}

/** `sheaf products`: indexes of product search, their records, builds and searches. */
export function productsCommand(): Command {
  const products = new Command('products').description('Indexes of product search');
  products
    .command('create')
    .description('Make an index')
    .argument('<index>')
    .option('--id-field <field>', 'the field that names a record; found by the first upload without it')
    .action(async (name: string, { idField }: { idField?: string }, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const body = { name, ...(idField !== undefined && { id_field: idField }) };
      const made = await sheaf.post('/v1/indexes', { body, signal });
      await output.show(made, { head: ['index'], rows: [[name]] });
    });
  products
    .command('push')
    .description('Upload the records of an NDJSON file')
    .argument('<index>')
    .argument('<file>')
    .option('--skip-errors', 'write the other records when one is wrong')
    .action(async (index: string, file: string, options: { skipErrors?: true }, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const onError = options.skipErrors ? 'skip' : 'abort';
      let before = 0;
      const onProgress = (progress: { received: number }) => (before = progress.received);
      const pushing = uploadRecords(sheaf, index, linesOf(file), { onError, onProgress, signal });
      const pushed = await pushing.catch((error: unknown) => {
        // A file of many records takes several requests; the last one failed.
        if (before > 0) process.stderr.write(`The first ${before} records were uploaded.\n`);
        throw error;
      });
      for (const { line, code, message } of pushed.errors)
        process.stderr.write(`line ${line ?? '?'}: ${code}: ${message}\n`);
      const { received, staged, rejected } = pushed;
      await output.show(pushed, {
        head: ['received', 'staged', 'rejected'],
        rows: [[received, staged, rejected]],
      });
    });
  products
    .command('build')
    .description('Build an index from its records, and wait; exit code 7 when it fails')
    .argument('<index>')
    .action(async (index: string, _, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const params = { path: { index } };
      const { job } = await sheaf.post('/v1/indexes/{index}/build', { params, signal });
      const bar = output.bar('records');
      const ended = await waitForJob(sheaf, 'product', job.id, {
        signal,
        onProgress: ({ progress }) => {
          if (progress !== undefined) bar.update(progress.records_done, progress.records_total);
        },
      }).finally(() => {
        bar.end();
      });
      await output.show(ended, { head: ['job', 'status'], rows: [[ended.id, ended.status]] });
    });
  products
    .command('search')
    .description('Search an index')
    .argument('<index>')
    .argument('<query>')
    .option('--filter <expression>', "such as 'price < 20'")
    .option('--limit <count>', 'hits, at most 100', countOf, 20)
    .action(async (index: string, query: string, options: SearchOptions, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const { filter, limit } = options;
      const body = { query, per_page: limit, ...(filter !== undefined && { filter }) };
      const params = { path: { index } };
      const answer = await sheaf.post('/v1/indexes/{index}/search', { params, body, signal });
      const isTable = output.isForPeople && answer.hits.length > 0;
      const fields = isTable ? await fieldsOf(sheaf, answer.index, signal) : {};
      await output.show(answer, hitsTable(answer.hits, fields));
    });
  products.addCommand(listIndexesCommand());
  products.addCommand(removeIndexCommand());
  products.addCommand(settingsCommand());
  return products;
}

/** Fields that an index serves; none where the key may search but not read settings. */
async function fieldsOf(
  sheaf: Sheaf,
  index: string,
  signal: AbortSignal,
): Promise<Record<string, components['schemas']['ProductField']>> {
  try {
    const params = { path: { index } };
    const { served } = await sheaf.get('/v1/indexes/{index}/settings', { params, signal });
    return served?.fields ?? {};
  } catch (error) {
    if (error instanceof SheafError && error.status === 403) return {};
    throw error;
  }
}
