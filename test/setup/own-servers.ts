import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../embedded/cache/cache-folder';
import { type Child, type Children, createChildren } from '../../embedded/processes/children';
import { createPorts } from '../../embedded/processes/ports';
import { type ObtainContext } from '../../embedded/cache/entry';
import { type StartContext } from '../../embedded/servers/context';
import { serverTasks } from '../../embedded/server-tasks';

/** Servers as their processes are called. */
type ServerName = 'mongod' | 'elasticsearch' | 'temporal';

/** Starts of servers; each answers the variables that name the server to tests. */
function serversByName(
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

/** Servers that a test may kill, in place of those that all tests share. */
export interface OwnServers {
  /** Ends one of them without a chance to write anything, and starts it again over what it has left. */
  killAndRestart(name: ServerName): Promise<void>;
  close(): Promise<void>;
}

/** Starts servers and names them in this process's environment, where `servers()` finds them from then on. */
export async function startOwnServers(): Promise<OwnServers> {
  const folder = await mkdtemp(join(tmpdir(), 'sheaf-own-servers-'));
  const children = createChildren({ logFolder: folder, recordFile: join(folder, 'children.json') });
  const running = new Map<string, Child>();
  const noted: Children = {
    ...children,
    async start(program) {
      const child = await children.start(program);
      running.set(program.name, child);
      return child;
    },
  };
  const { signal } = new AbortController();
  const obtain = { cache: cacheFolder(), report: () => undefined, signal };
  const ports = createPorts(join(folder, 'ports.json'));
  const start = serversByName(obtain, { dataFolder: folder, children: noted, ports, signal });

  await Promise.all(
    Object.values(start).map(async (one) => {
      Object.assign(process.env, await one());
    }),
  );
  return {
    async killAndRestart(name) {
      const child = running.get(name)!;
      process.kill(-child.pid, 'SIGKILL');
      await child.ended;
      const before = { ...process.env };
      for (const [variable, address] of Object.entries(await start[name]()))
        if (before[variable] !== address) throw new Error(`${name} came back as ${address}`);
    },
    async close() {
      await children.stopAll();
      await rm(folder, { recursive: true });
    },
  };
}
