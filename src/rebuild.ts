import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { isForMissing, readRebuildCommand, rebuildUsage } from './admin/indexes';
import { rebuildMissing } from './admin/rebuild-missing';
import { runCommand } from './admin/run-command';
import { stackSearch } from './admin/connections';
import { readEmbeddingConfig } from './config';
import { createEmbedder, createQueryEmbedders } from './models';
import { createFindMissingIndexes, rebuildIndex } from './stores/documents/document-writes';
import { createSearchIndex } from './stores/documents/search-index';
import { createFindMissingBuilds } from './stores/products/missing-builds';

runCommand({
  name: 'rebuild',
  usage: rebuildUsage,
  read(argv) {
    if (!isForMissing(argv)) return readRebuildCommand(argv);
    return async (stores, db) => {
      const elasticsearch = new ElasticsearchClient(stackSearch());
      const config = readEmbeddingConfig();
      const embedder = createEmbedder(config);
      const embedders = createQueryEmbedders(config, embedder);
      try {
        return await rebuildMissing({
          stores,
          embedderOf: (space) => embedders.of(space),
          findIndexes: createFindMissingIndexes(db, elasticsearch),
          rebuildIndex: (index, vectorsOf) =>
            rebuildIndex({ db, search: createSearchIndex(elasticsearch) }, index, vectorsOf),
          findBuilds: createFindMissingBuilds(db, elasticsearch),
        });
      } finally {
        await embedders.close();
        await embedder.close();
        await elasticsearch.close();
      }
    };
  },
});
