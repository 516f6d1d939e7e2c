import { type ObtainContext } from '../../embedded/cache/entry';
import { type StartContext } from '../../embedded/servers/context';
import { serverTasks } from '../../embedded/server-tasks';

/** Servers as their processes are called. */
export type ServerName = 'mongod' | 'elasticsearch' | 'temporal';

/** Starts of servers; each answers the variables that name the server to tests. */
export function serversByName(
  obtain: ObtainContext,
  start: StartContext,
): Record<ServerName, () => Promise<Record<string, string>>> {
  const tasks = serverTasks({}, obtain, start);
  return {
    mongod: async () => ({ TEST_MONGODB_URL: await tasks.mongodbUrl() }),
    elasticsearch: async () => ({ TEST_ELASTICSEARCH_URL: await tasks.elasticsearchUrl() }),
    temporal: async () => ({ TEST_TEMPORAL_ADDRESS: (await tasks.temporal()).address }),
  };
}
