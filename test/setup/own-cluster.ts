import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { type Cluster, startCluster } from '../../embedded/cluster/cluster';
import { createChildren } from '../../embedded/processes/children';
import { createPorts } from '../../embedded/processes/ports';

/** A cluster whose members a test may kill. */
export interface OwnCluster extends Cluster {
  close(): Promise<void>;
}

/** Starts one, and names it in this process's environment, where `servers()` finds it from then on. */
export async function startOwnCluster(): Promise<OwnCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-own-cluster-'));
  const children = createChildren({ logFolder: folder, recordFile: join(folder, 'children.json') });
  const controller = new AbortController();
  const { signal } = controller;
  const ports = createPorts(join(folder, 'ports.json'));
  const cluster = await startCluster(
    { cache: cacheFolder(), report: () => undefined, signal },
    { dataFolder: folder, children, ports, signal },
    // Only the test ends members; one that ends by itself is missed by what the test asks of it.
    () => undefined,
    controller,
  );
  process.env.TEST_MONGODB_URL = cluster.mongodbUrl;
  process.env.TEST_ELASTICSEARCH_URL = cluster.elasticsearchUrl;
  return {
    ...cluster,
    async close() {
      await children.stopAll();
      await rm(folder, { recursive: true });
    },
  };
}
