import { type Command } from 'commander';
import { type Environment } from '../../domain/platform/tenancy';
import { createSearchIndex } from '../../stores/documents/search-index';
import { reembedCollection, type ReembeddedCollection } from '../collections';
import { withElasticsearch, withEmbedder, withStores } from '../connections';
import { environmentOption, organizationOption } from '../options';
import { printing } from '../print-answer';
import { readsVariables } from '../variables';

/** `collections`: work on collections of documents. */
export function addCollectionCommands(program: Command): void {
  const collections = program.command('collections').description('Collections of documents.');
  const reembed = collections
    .command('reembed')
    .summary('replace vectors by those of the configured model')
    .description(
      'Replaces the vectors of a collection by those of the configured embedding model, in one update once all are ' +
        'stored. Until then queries use the present vectors, and indexing jobs of the collection fail. ' +
        'It may be interrupted and run again: texts that have a vector of the model are not embedded again. ' +
        'Copies of the collection keep their vectors.',
    )
    .argument('<collection>', 'name of the collection')
    .addOption(organizationOption().makeOptionMandatory())
    .addOption(environmentOption())
    .action(
      printing(
        (name: string, options: { organization: string; environment: Environment }) =>
          withStores((stores, db) =>
            withElasticsearch((elasticsearch) =>
              withEmbedder((embedder) => {
                const search = createSearchIndex(elasticsearch);
                return reembedCollection({ stores, embedder, db, search }, { name, ...options });
              }),
            ),
          ),
        (answer) => [sentenceOf(answer)],
      ),
    );
  readsVariables(reembed, 'MONGODB_URL', 'ELASTICSEARCH_URL', 'DATA_DIR', 'EMBEDDING_…');
}

function sentenceOf({ collection, model, changed }: ReembeddedCollection): string {
  return changed
    ? `${collection} has vectors of ${model} now.`
    : `${collection} has no vectors of another model than ${model}.`;
}
