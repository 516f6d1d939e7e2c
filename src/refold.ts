import { Client as ElasticsearchClient } from '@elastic/elasticsearch';
import { readRefoldCommand, refoldUsage } from './admin/refold';
import { runCommand } from './admin/run-command';
import { stackSearch } from './admin/connections';
import { createNamespaceStore } from './stores/documents/contents/namespaces';
import { createRefold } from './stores/documents/search-index';

runCommand({
  name: 'refold',
  usage: refoldUsage,
  read(argv) {
    const run = readRefoldCommand(argv);
    return async (_, db) => {
      const elasticsearch = new ElasticsearchClient(stackSearch());
      try {
        return await run({ namespaces: createNamespaceStore(db), refold: createRefold(elasticsearch, db) });
      } finally {
        await elasticsearch.close();
      }
    };
  },
});
