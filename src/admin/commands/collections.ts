import { type Command, Option } from 'commander';
import { EMBEDDING_MODEL_CHOICES, type EmbeddingModelChoice } from '../../domain/platform/embedding-model';
import { type Environment } from '../../domain/platform/tenancy';
import { createEmbedderChoice, createQueryEmbedders } from '../../models';
import { createSearchIndex } from '../../stores/documents/search-index';
import { reembedCollection, type ReembeddedCollection } from '../collections';
import { withElasticsearch, withEmbedder, withStores } from '../connections';
import { environmentOption, organizationOption } from '../options';
import { printing } from '../print-answer';
import { readsVariables } from '../variables';

interface ReembedOptions {
  organization: string;
  environment: Environment;
  model?: EmbeddingModelChoice;
}

/** `collections`: work on collections of documents. */
export function addCollectionCommands(program: Command): void {
  const collections = program.command('collections').description('Collections of documents.');
  const reembed = collections
    .command('reembed')
    .summary('replace vectors by those of another model')
    .description(
      'Replaces the vectors of a collection by those of another embedding model, in one update once all are ' +
        'stored. Until then queries and indexing jobs use the present model. ' +
        'It may be interrupted and run again: texts that have a vector of the model are not embedded again. ' +
        'Copies of the collection keep their vectors.',
    )
    .argument('<collection>', 'name of the collection')
    .addOption(organizationOption().makeOptionMandatory())
    .addOption(environmentOption())
    .addOption(
      new Option(
        '--model <model>',
        'model, which the collection keeps as its choice; auto: the configured endpoint, else the local model that ' +
          'fits the languages of the collection (default: its present choice)',
      ).choices(EMBEDDING_MODEL_CHOICES),
    )
    .action(
      printing(
        (name: string, { model, ...place }: ReembedOptions) =>
          withStores((stores, db) =>
            withElasticsearch((elasticsearch) =>
              withEmbedder(async (embedder, config) => {
                const search = createSearchIndex(elasticsearch);
                const embedders = createQueryEmbedders(config, embedder);
                const chooseEmbedder = createEmbedderChoice(config.EMBEDDING_MODEL_DIR, embedder, embedders);
                const deps = { stores, chooseEmbedder, db, search };
                try {
                  return await reembedCollection(deps, { name, ...place }, model);
                } finally {
                  await embedders.close();
                }
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
