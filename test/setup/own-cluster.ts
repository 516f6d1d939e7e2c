import { type Cluster, startCluster } from '../../embedded/cluster/cluster';
import { makeOwnFolder } from './own-folder';

/** A cluster whose members a test may kill. */
export interface OwnCluster extends Cluster {
  close(): Promise<void>;
}

/** Starts one, and names it in this process's environment, where `servers()` finds it from then on. */
export async function startOwnCluster(): Promise<OwnCluster> {
  const { obtain, start, controller, close } = await makeOwnFolder('cluster');
  // Only the test ends members; one that ends by itself is missed by what the test asks of it.
  const cluster = await startCluster(obtain, start, () => undefined, controller);
  process.env.TEST_MONGODB_URL = cluster.mongodbUrl;
  process.env.TEST_ELASTICSEARCH_URL = cluster.elasticsearchUrl;
  return { ...cluster, close };
}
