import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { runCommand } from './admin/run-command';
import { readShareCommand, shareUsage } from './admin/share';
import { stackSearch } from './admin/connections';
import { createShareIndex } from './stores/documents/document-writes';
import { createSearchIndex } from './stores/documents/search-index';

runCommand({
  name: 'share',
  usage: shareUsage,
  read(argv) {
    const run = readShareCommand(argv);
    return async (stores, db) => {
      const elasticsearch = new ElasticsearchClient(stackSearch());
      try {
        return await run({
          stores,
          shareIndex: createShareIndex({ db, search: createSearchIndex(elasticsearch) }),
        });
      } finally {
        await elasticsearch.close();
      }
    };
  },
});
