import { Command, InvalidArgumentError } from 'commander';
import { countOf } from '../count-argument.js';
import { jsonOf } from '../json-argument.js';
import { queryTable } from '../query-table.js';
import { openSession } from '../session.js';

interface QueryOptions {
  collection: string[];
  filter?: string;
  limit: number;
  semanticRatio?: number | 'auto';
  explain?: true;
}

/** `sheaf query`: queries a collection, or several. */
export const queryCommand = (): Command =>
  new Command('query')
    .description('Ask a collection')
    .argument('<collection>')
    .argument('<question>')
    .option('--collection <name>', 'ask another collection too; may be given several times', appended, [])
    .option('--filter <json>', 'a metadata filter, such as \'{"year": {"$gte": 2024}}\'')
    .option('--limit <count>', 'results, at most 100', countOf, 10)
    .option(
      '--semantic-ratio <ratio>',
      'from 0, keyword search, to 1, semantic search, or auto (default)',
      ratioOf,
    )
    .option('--explain', 'show the scores that the place of each result comes from')
    .action(async (collection: string, query: string, options: QueryOptions, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const body = {
        query,
        limit: options.limit,
        ...(options.semanticRatio !== undefined && { semantic_ratio: options.semanticRatio }),
        ...(options.filter !== undefined && { filter: jsonOf(options.filter, '--filter') as never }),
      };
      const explains = options.explain === true;
      if (options.collection.length > 0) {
        const collections = [collection, ...options.collection];
        const answer = await sheaf.post('/v3/query', { body: { ...body, collections }, signal });
        await output.show(answer, queryTable(answer.results, explains));
        return;
      }
      const answer = await sheaf.post('/v3/collections/{collection_name}/query', {
        params: { path: { collection_name: collection } },
        body,
        signal,
      });
      await output.show(answer, queryTable(answer.results, explains));
    });

const appended = (name: string, names: readonly string[]): string[] => [...names, name];

/** The semantic ratio, which `auto` leaves to the service. */
function ratioOf(text: string): number | 'auto' {
  if (text === 'auto') return text;
  const ratio = Number(text);
  if (text.trim() === '' || !(ratio >= 0 && ratio <= 1))
    throw new InvalidArgumentError('It must be auto, or a number from 0 to 1.');
  return ratio;
}
