import { Command } from 'commander';
import { countOf } from '../count-argument.js';
import { jsonOf } from '../json-argument.js';
import { openSession } from '../session.js';

interface QueryOptions {
  filter?: string;
  limit: number;
  explain?: true;
}

/** `sheaf query`: queries a collection. */
export const queryCommand = (): Command =>
  new Command('query')
    .description('Ask a collection')
    .argument('<collection>')
    .argument('<question>')
    .option('--filter <json>', 'a metadata filter, such as \'{"year": {"$gte": 2024}}\'')
    .option('--limit <count>', 'results, at most 100', countOf, 10)
    .option('--explain', 'show the scores that the place of each result comes from')
    .action(async (collection: string, query: string, options: QueryOptions, command: Command) => {
      const { sheaf, output, signal } = openSession(command);
      const answer = await sheaf.post('/v3/collections/{collection_name}/query', {
        params: { path: { collection_name: collection } },
        body: {
          query,
          limit: options.limit,
          ...(options.filter !== undefined && { filter: jsonOf(options.filter, '--filter') as never }),
        },
        signal,
      });
      const rows = answer.results.map(({ score, document, text, match_sources: sources, metadata }) => [
        score,
        document?.filename,
        text,
        ...(options.explain ? [{ ...metadata?.scores, sources }] : []),
      ]);
      await output.show(answer, {
        head: ['score', 'file', 'text', ...(options.explain ? ['scores'] : [])],
        rows,
      });
    });
