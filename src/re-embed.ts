import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { readEmbeddingConfig } from './config';
import { createEmbedder } from './models';
import { readReEmbedCommand, reEmbedUsage } from './admin/collections';
import { runCommand } from './admin/run-command';
import { stackSearch } from './admin/connections';
import { createReEmbed } from './stores/documents/document-writes';
import { createSearchIndex } from './stores/documents/search-index';

runCommand({
  name: 'reembed',
  usage: reEmbedUsage,
  read(argv) {
    const run = readReEmbedCommand(argv);
    return async (stores, db) => {
      const elasticsearch = new ElasticsearchClient(stackSearch());
      const embedder = createEmbedder(readEmbeddingConfig());
      try {
        const reEmbed = createReEmbed({ db, search: createSearchIndex(elasticsearch) });
        return await run({ stores, embedder, reEmbed });
      } finally {
        await embedder.close();
        await elasticsearch.close();
      }
    };
  },
});
