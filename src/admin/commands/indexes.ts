import { type Command } from 'commander';
import { type Environment } from '../../domain/platform/tenancy';
import { createQueryEmbedders } from '../../models';
import { findMissingIndexes, rebuildIndex } from '../../stores/documents/document-writes';
import { createSearchIndex } from '../../stores/documents/search-index';
import { findMissingBuilds } from '../../stores/products/missing-builds';
import { withElasticsearch, withEmbedder, withStores } from '../connections';
import { rebuildProductIndex } from '../indexes';
import { environmentOption, organizationOption } from '../options';
import { printing } from '../print-answer';
import { rebuildMissing, type RebuiltMissing, rebuiltSentence } from '../rebuild-missing';
import { readsVariables } from '../variables';

/** `indexes`: builds of indexes from the records in MongoDB. */
export function addIndexCommands(program: Command): void {
  const indexes = program.command('indexes').description('Search indexes, which are built from MongoDB.');
  const rebuild = indexes
    .command('rebuild')
    .summary('rebuild an index of product search')
    .description(
      'Accepts a build of an index of product search from its records in MongoDB. The service starts it within two ' +
        'minutes and serves the present index until the build has ended. Staged records are part of it.',
    )
    .argument('<index>', 'name of the index')
    .addOption(organizationOption().makeOptionMandatory())
    .addOption(environmentOption())
    .action(
      printing(
        (name: string, options: { organization: string; environment: Environment }) =>
          withStores((stores) => rebuildProductIndex(stores, { name, ...options })),
        ({ index, job_id }) => [`Job ${job_id} builds ${index}; it starts within two minutes.`],
      ),
    );
  const missing = indexes
    .command('rebuild-missing')
    .summary('rebuild all indexes that Elasticsearch has lost')
    .description(
      'Rebuilds all indexes that Elasticsearch has lost, of every organization, while the service runs. ' +
        'Indexes of documents are rebuilt here, from texts in MongoDB and cached vectors; what is not cached is ' +
        'embedded again. Indexes of product search get builds, which the service starts within two minutes. ' +
        'It may be interrupted and run again.',
    )
    .action(printing(rebuildAllMissing, (rebuilt) => [rebuiltSentence(rebuilt)]));
  readsVariables(rebuild, 'MONGODB_URL', 'DATA_DIR');
  readsVariables(missing, 'MONGODB_URL', 'ELASTICSEARCH_URL', 'DATA_DIR', 'EMBEDDING_…');
}

function rebuildAllMissing(): Promise<RebuiltMissing> {
  return withStores((stores, db) =>
    withElasticsearch((elasticsearch) =>
      withEmbedder(async (embedder, config) => {
        const embedders = createQueryEmbedders(config, embedder);
        try {
          return await rebuildMissing({
            stores,
            embedderOf: (space) => embedders.of(space),
            findIndexes: () => findMissingIndexes(db, elasticsearch),
            rebuildIndex: (index, vectorsOf) =>
              rebuildIndex({ db, search: createSearchIndex(elasticsearch) }, index, vectorsOf),
            findBuilds: () => findMissingBuilds(db, elasticsearch),
          });
        } finally {
          await embedders.close();
        }
      }),
    ),
  );
}
