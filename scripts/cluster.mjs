// Keeps three nodes of Elasticsearch and three members of MongoDB up until Ctrl-C: `npm run cluster`.
import { bootstrap } from './bootstrap.mjs';
import { compiled, run } from './run.mjs';

await run(async () => {
  await bootstrap();
  return compiled('embedded/cluster/keep-cluster.js').keepCluster();
});
